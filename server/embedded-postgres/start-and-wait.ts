// Tests run this file in a process of its own. `node start-and-wait.ts <folder>` starts the database of a folder,
// prints a line of JSON, and detaches when its standard input ends.
import { startEmbeddedPostgres } from '../embedded-postgres.ts'

const lines: string[] = []
const folder = process.argv[2] ?? ''
try {
  const { url, attached, stop } = await startEmbeddedPostgres({
    folder,
    log: (line) => lines.push(line),
    fsync: false,
  })
  console.log(JSON.stringify({ url, attached, lines }))
  process.stdin.resume()
  process.stdin.on('end', stop)
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error), lines }))
  process.exitCode = 1
}
