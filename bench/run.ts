// npm run bench [-- part of a name]   short forms, under fifteen minutes
// npm run bench -- --full             long forms, a few hours; resumes after an interruption, --again starts over
// npm run bench -- --record           also records the short forms in bench/RESULTS.md, as --full does
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'

import { buildIfStale } from '../server/build-if-stale.ts'
import { machineOf } from './record/machine.ts'
import { type Measured, writeResults } from './record/results.ts'

/** `npm run bench:NAME` runs one. The first lines of its output explain its figures. */
const benches: { name: string; about: string }[] = [
  { name: 'booking', about: 'Bookings per second, compared with other ways to prevent overselling' },
  { name: 'api', about: 'The most frequent requests, many at once, compared with the database alone' },
  { name: 'pages', about: 'Cached and rendered pages, compared with bare servers' },
  { name: 'explore', about: 'Search, compared with computing every slot' },
  { name: 'staff', about: 'Staff lists and screens, compared with their SQL statements alone' },
  { name: 'first', about: 'The first start of a clone, and the size of its packages' },
  { name: 'start', about: 'Start of the processes, and their memory' },
  { name: 'tracing', about: 'Bookings and searches with and without traces' },
  { name: 'growth', about: 'Response times as the marketplace grows' },
  { name: 'mail', about: 'Bookings while emails are sent' },
  { name: 'map', about: 'Dragging a map of 20,000 vineyards' },
  { name: 'weight', about: 'Visitors’ pages on a phone, compared with the same pages without scripts' },
]

const kept = 'test-results/bench.json'
const args = process.argv.slice(2)
const full = args.includes('--full')
const form = full ? 'full' : 'short'
const part = args.find((arg) => !arg.startsWith('--')) ?? ''
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const chosen = benches.filter(({ name }) => name.includes(part))
let measured: Measured[] = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Measured[]) : []

mkdirSync('test-results', { recursive: true })
buildIfStale()
const began = performance.now()
for (const { name, about } of chosen) {
  const last = measured.find((one) => one.name === name && one.form === form)
  if (full && !args.includes('--again') && last?.commit === commit && last.met) {
    console.log(`${name}: measured already at ${commit}`)
    continue
  }
  console.log(`\n── ${name}: ${about} ──`)
  const started = performance.now()
  const load = loadavg()[0] ?? 0
  const { output, status } = await run([
    `bench/${name}.ts`,
    ...(full ? ['--full'] : []),
    ...(name === 'booking' ? ['--as-built'] : []),
  ])
  const seconds = Math.round((performance.now() - started) / 1000)
  const one: Measured = {
    name,
    about,
    form,
    commit,
    day: new Date().toISOString().slice(0, 10),
    seconds,
    load,
    met: status === 0,
    output,
  }
  measured = [...measured.filter((other) => other.name !== name || other.form !== form), one]
  writeFileSync(kept, `${JSON.stringify(measured, null, 2)}\n`)
}
if (full || args.includes('--record')) {
  writeResults(
    'bench/RESULTS.md',
    await machineOf(),
    longFirst(measured),
    benches.map(({ about }) => about),
  )
  console.log('\nResults are in bench/RESULTS.md')
}

const shown = measured.filter((one) => one.form === form && chosen.some(({ name }) => name === one.name))
console.log(
  `\n${shown.map(({ name, met, seconds }) => `${met ? 'met    ' : 'NOT MET'}  ${name}  ${seconds} s`).join('\n')}` +
    `\n${Math.round((performance.now() - began) / 1000)} s in all`,
)
process.exit(shown.every(({ met }) => met) ? 0 : 1)

/** Returns the long form of each bench if there is one, otherwise the short one. */
function longFirst(all: Measured[]): Measured[] {
  return benches.flatMap(({ name }) => {
    const ofIt = all.filter((one) => one.name === name)
    return ofIt.find((one) => one.form === 'full') ?? ofIt.find((one) => one.form === 'short') ?? []
  })
}

async function run(args: string[]): Promise<{ output: string; status: number | null }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { output, status }
}
