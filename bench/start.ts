// npm run bench:start            start and memory with 1,000 vineyards; a minute
// npm run bench:start -- --full  also with 100,000 vineyards
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

import { dayOf } from '../app/platform/days.ts'
import { fillMarket } from '../server/simulate/fill.ts'
import { freePort } from './booking/processes.ts'
import { median, table } from './booking/table.ts'
import { unlimited, withDatabase } from './database.ts'

/** In seconds, from the start of the process to its first page, on a database that is up to date. */
const aim = 2
const rounds = 5
const sizes = process.argv.includes('--full') ? [1000, 100_000] : [1000]
/** As many pages as a process answers in a busy minute. */
const pages = 1000
const say = (line: string) => console.log(line)

/** Memory in MB: resident when ready, resident after the pages, and the most there ever was. */
type Memory = { ready: number; used: number; most: number }
type Measured = { seconds: number[]; site: Memory[]; worker: Memory[] }

const results = new Map<number, Measured>()
for (const vineyards of sizes)
  await withDatabase({ max: 4, ...unlimited }, async ({ sql, folder }) => {
    await fillMarket(
      sql,
      { vineyards, bookings: vineyards * 10, seed: 1, today: dayOf(new Date()) },
      () => {},
    )
    await sql.unsafe('vacuum analyze')
    const measured: Measured = { seconds: [], site: [], worker: [] }
    // The first start after filling makes what the filling left undone, so it is not counted.
    await measureStart(folder, { seconds: [], site: [], worker: [] })
    for (let round = 0; round < rounds; round++) await measureStart(folder, measured)
    results.set(vineyards, measured)
    say(`Measured ${vineyards.toLocaleString('en')} vineyards`)
  })
const bare = await measureBare()

const of = (memories: Memory[], key: keyof Memory) => median(memories.map((memory) => memory[key])).toFixed(0)
say(
  `\nMedians of ${rounds} starts. Memory in MB, resident, beside ${bare.toFixed(0)} of a Node that only listens.`,
)
say(
  table([
    ['vineyards', 'first page s', 'site ready', `after ${pages} pages`, 'at most', 'worker ready', 'at most'],
    ...[...results].map(([vineyards, { seconds, site, worker }]) => [
      vineyards.toLocaleString('en'),
      median(seconds).toFixed(2),
      of(site, 'ready'),
      of(site, 'used'),
      of(site, 'most'),
      of(worker, 'ready'),
      of(worker, 'most'),
    ]),
  ]),
)
const slowest = median(results.get(1000)?.seconds ?? [])
say(`\nAim: the first page within ${aim} s with 1,000 vineyards. ${slowest <= aim ? 'Met.' : 'Missed.'}`)
process.exit(slowest <= aim ? 0 : 1)

async function measureStart(folder: string, into: Measured): Promise<void> {
  const port = await freePort()
  const settings = { DATA_FOLDER: folder, DATABASE_URL: '', PORT: String(port), CATALOGUE: 'none' }
  const production = { NODE_ENV: 'production', SITE_URL: `http://localhost:${port}` }
  const env = { ...process.env, ...settings, ...production, HOST: '127.0.0.1', LOG_LEVEL: 'error' }
  const started = performance.now()
  const site = await startProcess('server/main.ts', env)
  const explore = await fetchPage(port, '/explore')
  into.seconds.push((performance.now() - started) / 1000)
  const worker = await startProcess('server/worker.ts', env)
  const ready = { site: memoryOf(site, 'VmRSS'), worker: memoryOf(worker, 'VmRSS') }

  const links = [...explore.matchAll(/href="(\/(?:explore|vineyard|experiences)\b[^"#]*)"/g)].map(
    ([, path]) => path?.replaceAll('&amp;', '&') ?? '/',
  )
  for (let sent = 0; sent < pages; sent += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) => fetchPage(port, links[(sent + turn) % links.length] ?? '/')),
    )
  const used = { site: memoryOf(site, 'VmRSS'), worker: memoryOf(worker, 'VmRSS') }
  into.site.push({ ready: ready.site, used: used.site, most: memoryOf(site, 'VmHWM') })
  into.worker.push({ ready: ready.worker, used: used.worker, most: memoryOf(worker, 'VmHWM') })
  await Promise.all([site, worker].map(stopProcess))
}

async function startProcess(program: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(program, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [outcome] = await new Promise<unknown[]>((resolve) => {
    child.on('message', (message) => message === 'ready' && resolve(['ready']))
    child.once('exit', (code) => resolve([code]))
  })
  if (outcome !== 'ready') throw new Error(`${program} ended with ${String(outcome)} before it was ready.`)
  return child
}

async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

async function fetchPage(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (response.status >= 500) throw new Error(`${path} answered ${response.status}.`)
  return await response.text()
}

/** A figure of the kernel about the memory of a process, in MB. */
function memoryOf({ pid }: ChildProcess, figure: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

async function measureBare(): Promise<number> {
  const listening = "require('node:http').createServer().listen(0, '127.0.0.1', () => process.send('ready'))"
  const child = fork('-e', [listening], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  const memory = memoryOf(child, 'VmRSS')
  child.kill()
  return memory
}
