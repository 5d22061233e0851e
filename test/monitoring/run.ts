// npm run test:monitoring [-- --record]   checks the alert rules with promtool and provokes alerts; takes ten minutes
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { buildIfStale } from '../../server/build-if-stale.ts'
import { codeOf } from '../recorded-run.ts'
import { monitoring } from '../records.ts'
import { causes } from './causes.ts'
import { metricsIn, metricsOf, readAlerts, readPanels, rulesFile } from './files.ts'
import { openWorld } from './world.ts'

const written = 'deploy/monitoring/RESULTS.md'
const lines: string[] = []
let failures = 0
const check = (name: string, problems: string[]) => {
  const line = [`${problems.length === 0 ? 'ok' : 'FAILED'}: ${name}`, ...problems].join('\n  ')
  console.log(line)
  lines.push(`- ${line}`)
  if (problems.length > 0) failures++
}

if (['promtool', 'prometheus'].some((name) => spawnSync(name, ['--version']).status !== 0)) {
  console.log('This needs promtool and prometheus. On Debian: apt-get install prometheus')
  process.exit(1)
}
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  check(`promtool ${args.join(' ')}`, status === 0 ? [] : [stdout + stderr])
}
promtool('check', 'rules', rulesFile)
promtool('test', 'rules', 'deploy/monitoring/alerts.test.yml')
promtool('check', 'config', 'deploy/monitoring/prometheus.yml')

buildIfStale()
const world = await openWorld()
const { visit, until } = world
await world.book(2)
await world.bookTooMany()
await checkNames()
await checkPaths()

world.startPrometheus()
await sleep(8000)
for (const { name, alerts, begin, end, patience = 100 } of causes) {
  await begin(world)
  const fired = await Promise.all(alerts.map((alert) => until(true, alert, patience)))
  await end(world)
  const resolved = await Promise.all(alerts.map((alert) => until(false, alert, patience)))
  for (const [n, alert] of alerts.entries())
    check(`${alert} fires and resolves: ${name}`, [
      ...(fired[n] ? [] : ['did not fire']),
      ...(resolved[n] ? [] : ['did not resolve']),
    ])
}
await checkPanels()
await world.close()

const tried = causes.flatMap(({ alerts }) => alerts)
const untried = readAlerts().filter(({ name }) => !tried.includes(name))
const ending =
  untried.length === 0
    ? 'Every alert was provoked.'
    : `Not provoked, tested by promtool alone: ${untried.map(({ name }) => name).join(', ')}.`
console.log(`\n${ending}\n${failures === 0 ? 'All checks passed.' : `${failures} failed`}`)
if (process.argv.includes('--record')) {
  const day = new Date().toISOString().slice(0, 10)
  const head = `# Results of the tests of monitoring\n\nWritten by \`npm run test:monitoring -- --record\` on ${day}, code ${codeOf(monitoring)}.`
  writeFileSync(written, `${head}\n\n${lines.join('\n')}\n\n${ending}\n`)
}
process.exit(failures === 0 ? 0 : 1)

async function checkNames() {
  const known = metricsOf(`${await visit('/metrics')}\n${await world.workerMetrics()}`)
  const used = new Set([...readAlerts().map(({ expr }) => expr), ...readPanels()].flatMap(metricsIn))
  check(
    `${used.size} metrics of rules and dashboard are exported`,
    [...used].filter((name) => !known.has(name)),
  )
}

/**
 * Checks that each panel shows data. Must run after the causes, because some panels have no data before any failure.
 */
async function checkPanels() {
  const panels = readPanels()
  const problems: string[] = []
  for (const expr of panels) {
    const { series, problem } = await world.query(expr)
    if (problem || series === 0) problems.push(`${expr}: ${problem ?? 'no series'}`)
  }
  check(`${panels.length} expressions of the dashboard have a result`, problems)
}

async function checkPaths() {
  const count = async () =>
    (await visit('/metrics')).match(/^http_server_request_duration_seconds_count/gm)?.length ?? 0
  const before = await count()
  const prefixes = ['', 'explore/', 'vineyard/', 'api/', 'api/vineyards/', 'assets/', 'octo/', 'media/']
  for (let n = 0; n < 10_000; n++) await visit(`/${prefixes[n % 8]}${Math.random().toString(36).slice(2)}`)
  const added = (await count()) - before
  check(`10,000 random paths add ${added} series`, added < 30 ? [] : ['more than 30'])
}
