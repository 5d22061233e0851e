// npm run test:monitoring   checks the alert rules with promtool, and provokes alerts on a site read by Prometheus; six minutes
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { signal } from '../../server/embedded-postgres/postmaster.ts'
import { serverPid } from '../../server/embedded-postgres/test-process.ts'
import { makeOffer } from '../faults/offer.ts'
import { freePort, openSite } from '../faults/site.ts'
import { makeVisitors, startRush } from '../faults/visitors.ts'
import { openMailServer } from '../mail-server.ts'
import { startReceiver } from '../webhook-receiver.ts'
import { makeWebhook } from '../webhooks.ts'
import { metricsIn, metricsOf, readAlerts, readPanels, rulesFile } from './files.ts'

const say = (line: string) => console.log(line)
const failures: string[] = []
const check = (name: string, problems: string[]) => {
  say(
    `${problems.length === 0 ? 'ok' : 'FAILED'}  ${name}${problems.map((problem) => `\n        ${problem}`).join('')}`,
  )
  failures.push(...problems.map((problem) => `${name}: ${problem}`))
}

if (
  spawnSync('promtool', ['--version']).status !== 0 ||
  spawnSync('prometheus', ['--version']).status !== 0
) {
  say('This needs promtool and prometheus. On Debian: apt-get install prometheus')
  process.exit(1)
}
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  check(`promtool ${args.join(' ')}`, status === 0 ? [] : [stdout + stderr])
}
promtool('check', 'rules', rulesFile)
promtool('test', 'rules', 'deploy/monitoring/alerts.test.yml')
promtool('check', 'config', 'deploy/monitoring/prometheus.yml')

const folder = mkdtempSync(join(tmpdir(), 'chalk-monitoring-'))
const smtp = await openMailServer()
const receiver = await startReceiver()
const [workerPort, prometheusPort] = [await freePort(), await freePort()]
const env = {
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  SMTP_URL: smtp.url,
  LOCAL_WEBHOOKS: 'yes',
  WORKER_METRICS_PORT: String(workerPort),
  DATABASE_POOL: '2',
  MAX_WAITING: '4',
}
const site = await openSite(env)
const workerEnv = {
  ...process.env,
  NODE_ENV: 'test',
  DATA_FOLDER: site.folder,
  DATABASE_URL: site.databaseUrl,
  ...env,
}
const startWorker = async () => {
  const child = fork('server/worker.ts', { env: { ...workerEnv, LOG_LEVEL: 'fatal' }, silent: true })
  child.stdout?.resume()
  await once(child, 'message')
  return child
}
const stop = async (child: ChildProcess) => {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}
let worker = await startWorker()
const offer = await makeOffer(site, 10_000)
await makeWebhook(site.sql, offer.vineyard_id, receiver.url)
const visit = (path: string) => fetch(`http://127.0.0.1:${site.port}${path}`).then((answer) => answer.text())
const book = (count: number, at_once = 1) =>
  startRush(site, offer, makeVisitors(count), { at_once, persistent: false }).done

await book(2)
await checkNames()
await checkPaths()

// The rules with minutes as seconds, so that each alert fires soon; thresholds in minutes shrink with them.
const rules = readFileSync(rulesFile, 'utf8')
  .replaceAll(/\[5m\]/g, '[10s]')
  .replaceAll(/for: (\d+)m/g, (_, minutes: string) => `for: ${Math.min(Number(minutes), 4)}s`)
  .replaceAll(/> (\d+) \* 60/g, '> $1 * 1')
  .replaceAll('offset 1h', 'offset 20s')
  // The worker counts its queues every 15 s or more.
  .replace('> 3 * 1', '> 75')
writeFileSync(join(folder, 'alerts.yml'), rules)
writeFileSync(
  join(folder, 'prometheus.yml'),
  `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: chalk-and-vine-site
    scrape_interval: 4s
    scrape_timeout: 4s
    static_configs: [{ targets: ['127.0.0.1:${site.port}'] }]
  - job_name: chalk-and-vine-worker
    static_configs: [{ targets: ['127.0.0.1:${workerPort}'] }]
`.replace('scrape_interval: 1s, scrape_timeout: 1s', 'scrape_interval: 2s, scrape_timeout: 2s'),
)
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
    '--log.level=error',
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
type Alerts = { data: { alerts: { state: string; labels: { alertname: string } }[] } }
const firing = async (name: string): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/alerts`).catch(() => null)
  if (!answer) return false
  const { data } = (await answer.json()) as Alerts
  return data.alerts.some(({ state, labels }) => state === 'firing' && labels.alertname === name)
}
const until = async (state: boolean, name: string, seconds: number): Promise<boolean> => {
  for (let tries = 0; tries < 2 * seconds; tries++) {
    if ((await firing(name)) === state) return true
    await sleep(500)
  }
  return false
}
const tried = new Set<string>()
/** Provokes alerts together, sees each fire, ends the cause, and sees each resolve. */
async function provoke(
  cause: string,
  names: string[],
  begin: () => unknown,
  end: () => unknown,
  patience = 100,
) {
  await begin()
  const fired = await Promise.all(names.map((name) => until(true, name, patience)))
  await end()
  const resolved = await Promise.all(names.map((name) => until(false, name, patience)))
  for (const [n, name] of names.entries()) {
    tried.add(name)
    const problems = [...(fired[n] ? [] : ['did not fire']), ...(resolved[n] ? [] : ['did not resolve'])]
    check(`${name} fires and resolves: ${cause}`, problems)
  }
}

let busy: NodeJS.Timeout | undefined
const postmaster = () => serverPid(join(site.folder, 'postgres'))
await sleep(8000)
await provoke(
  'more visitors than may wait',
  ['LoadLimiterFull', 'RequestsFail'],
  () => {
    busy = setInterval(() => void book(60, 30).catch(() => {}), 1000)
  },
  async () => {
    clearInterval(busy)
    await sleep(3000)
  },
)
await provoke(
  'the SMTP server is down',
  ['EmailsLate'],
  async () => {
    await smtp.goDown()
    await book(1)
  },
  async () => {
    await smtp.comeBack()
    // The pauses between attempts are minutes; an admin would press Send again.
    await site.sql`update pgboss.job set start_after = now() where name = 'mail' and state < 'active'`
  },
  200,
)
await provoke(
  'the receiver of a webhook answers 500',
  ['WebhookReceiverFails'],
  async () => {
    receiver.answer = (_, response) => void response.writeHead(500).end()
    await book(1)
  },
  () => {
    receiver.answer = (_, response) => void response.writeHead(204).end()
  },
  200,
)
await provoke(
  'the worker has ended',
  ['WorkerStopped', 'JobsLate', 'WebhooksLate'],
  async () => {
    await stop(worker)
    await site.sql`
      insert into pgboss.job (name, created_on, start_after) values ('calendars', now() - interval '1 hour', now() - interval '1 hour')`
    await book(1)
  },
  async () => void (worker = await startWorker()),
  200,
)
await provoke(
  'Postgres is stopped by a signal',
  ['DatabaseAway'],
  async () => signal(await postmasterGroup('SIGSTOP'), 'SIGSTOP'),
  async () => signal(await postmasterGroup('SIGCONT'), 'SIGCONT'),
)
await provoke(
  'the site has ended',
  ['SiteDown'],
  () => site.stop(),
  () => site.start(),
)

const untried = readAlerts().filter(({ name }) => !tried.has(name))
say(`\nNot provoked, tested by promtool alone: ${untried.map(({ name }) => name).join(', ')}`)
prometheus.kill('SIGTERM')
await stop(worker)
await site.close()
receiver.close()
await smtp.goDown()
rmSync(folder, { recursive: true, force: true })
say(failures.length === 0 ? 'All held.' : `\n${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

async function checkNames() {
  const known = metricsOf(
    `${await visit('/metrics')}\n${await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text()}`,
  )
  const used = [...readAlerts().map(({ expr }) => expr), ...readPanels()].flatMap(metricsIn)
  check(
    `${new Set(used).size} metrics of rules and dashboard are exported`,
    [...new Set(used)].filter((name) => !known.has(name)),
  )
}

async function checkPaths() {
  const lines = async () =>
    (await visit('/metrics'))
      .split('\n')
      .filter((line) => line.startsWith('http_server_request_duration_seconds_count'))
  const before = (await lines()).length
  const prefixes = ['', 'explore/', 'vineyard/', 'api/', 'api/vineyards/', 'assets/', 'octo/', 'media/']
  for (let n = 0; n < 10_000; n++) await visit(`/${prefixes[n % 8]}${Math.random().toString(36).slice(2)}`)
  const added = (await lines()).length - before
  check(`10,000 random paths add ${added} series`, added < 30 ? [] : ['more than 30'])
}

/** Stopping the postmaster alone leaves its connections running, so all of its processes are signalled. */
async function postmasterGroup(kind: 'SIGSTOP' | 'SIGCONT'): Promise<number> {
  const pid = await postmaster()
  for (const child of spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean))
    signal(Number(child), kind)
  return pid
}
