import { type CsvError, parse } from 'csv-parse'
import { createReadStream } from 'node:fs'
import { layoutOf, type PostcodeLayout, type PostcodePoint } from './postcode-row.ts'

/** Where something stands: the number of the file among those read, and the line in it. */
type Where = { file: number; line: number }

export type PostcodeRow = Where &
  (
    | { kind: 'code_point_open' | 'positions'; point: PostcodePoint | 'unplaced' }
    | { kind: 'problem'; problem: string }
  )

type Record = { record: string[]; info: { lines: number } }

/** Reads files as they come, a row at a time. What is wrong with a row comes in its place; the rest is read on. */
export async function* readPostcodeFiles(files: string[]): AsyncGenerator<PostcodeRow> {
  for (const [file, path] of files.entries()) yield* readFile(path, file)
}

async function* readFile(path: string, file: number): AsyncGenerator<PostcodeRow> {
  let layout: PostcodeLayout | undefined
  const problem = (line: number, sentence: string) =>
    ({ kind: 'problem', file, line, problem: sentence }) as const
  const source = createReadStream(path)
  const rows = parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  source.on('error', (error) => rows.destroy(error))
  try {
    for await (const { record, info } of source.pipe(rows) as AsyncIterable<Record>) {
      if (!layout) {
        const read = layoutOf(record)
        if (!read.ok) return yield problem(info.lines, `the file ${read.problem}`)
        layout = read.value
        if (layout.kind === 'legend') return
        if (layout.headed) continue
      }
      if (layout.kind === 'legend') return
      const read = layout.read(record)
      if (read.ok) yield { kind: layout.kind, file, line: info.lines, point: read.value }
      else yield problem(info.lines, read.problem)
    }
  } catch (error) {
    const { lines } = error as Partial<CsvError>
    yield problem(typeof lines === 'number' ? lines : 0, (error as Error).message)
  } finally {
    source.destroy()
  }
}
