import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { makeOffer } from '../faults/offer.ts'
import { freePort, openSite } from '../faults/site.ts'
import { makeVisitors, startRush } from '../faults/visitors.ts'
import { openMailServer } from '../mail-server.ts'
import { makeAdmin, signedIn } from '../make.ts'
import { startReceiver } from '../webhook-receiver.ts'
import { makeWebhook } from '../webhooks.ts'
import { rulesFile } from './files.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** Whether this process can mount a small disk for the site. Only root on Linux can. */
export const mayMount = process.platform === 'linux' && process.getuid?.() === 0

/**
 * Opens a site, a worker, an SMTP server and a webhook receiver. `startPrometheus` starts a Prometheus with
 * quick rules, which scrapes the site and the worker.
 */
export async function openWorld() {
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
  const disk = mkdtempSync(join(tmpdir(), 'chalk-disk-'))
  if (mayMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1500m', 'tmpfs', disk])
  const site = await openSite(env, { inside: disk })
  const workerEnv = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATA_FOLDER: site.folder,
    ...env,
  }
  let worker: ChildProcess | undefined
  const startWorker = async () => {
    worker = fork('server/worker.ts', { env: workerEnv, silent: true })
    worker.stdout?.resume()
    await once(worker, 'message')
  }
  const stopWorker = async () => {
    worker?.kill('SIGTERM')
    if (worker?.exitCode === null) await once(worker, 'exit')
  }
  await startWorker()
  const offer = await makeOffer(site, 10_000)
  await makeWebhook(site.sql, offer.vineyard_id, receiver.url)
  const admin = signedIn(await makeAdmin(site.sql))

  writeRules(join(folder, 'alerts.yml'))
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: chalk-and-vine-site
    scrape_interval: 4s
    scrape_timeout: 4s
    static_configs: [{ targets: ['127.0.0.1:${site.port}'] }]
  - job_name: chalk-and-vine-worker
    static_configs: [{ targets: ['127.0.0.1:${workerPort}'] }]
`,
  )
  let prometheus: ChildProcess | undefined

  const firing = async (name: string): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/alerts`).catch(() => null)
    if (!answer) return false
    const { data } = (await answer.json()) as Alerts
    return data.alerts.some(({ state, labels }) => state === 'firing' && labels.alertname === name)
  }

  return {
    disk,
    site,
    smtp,
    receiver,
    offer,
    startWorker,
    stopWorker,
    /** Calls the API as an admin, as the buttons of the admin area do. */
    async callAsAdmin(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<unknown> {
      const answer = await fetch(`http://127.0.0.1:${site.port}/api${path}`, { method, headers: admin })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.status === 204 ? null : answer.json()
    },
    /** Returns how many series an expression has and, if the query failed, the error message. */
    async query(expr: string): Promise<{ series: number; problem?: string }> {
      const answer = await fetch(
        `http://127.0.0.1:${prometheusPort}/api/v1/query?${new URLSearchParams({ query: expr })}`,
      )
      const { data, error } = (await answer.json()) as { data?: { result: unknown[] }; error?: string }
      return { series: data?.result.length ?? 0, ...(error && { problem: error }) }
    },
    /** Returns the text of a page of the site. */
    visit: (path: string) => fetch(`http://127.0.0.1:${site.port}${path}`).then((answer) => answer.text()),
    workerMetrics: () => fetch(`http://127.0.0.1:${workerPort}/metrics`).then((answer) => answer.text()),
    book: (count: number) =>
      startRush(site, offer, makeVisitors(count), { at_once: 1, persistent: false }).done,
    /** Books more places than there are left, so that the second party is refused. */
    bookTooMany: async () =>
      startRush(site, await makeOffer(site, 1), makeVisitors(2), { at_once: 1, persistent: false }).done,
    startPrometheus() {
      const options = [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${prometheusPort}`,
        '--log.level=error',
      ]
      prometheus = spawn('prometheus', options, { stdio: ['ignore', 'inherit', 'inherit'] })
    },
    /** Returns whether an alert starts (or stops) firing within this number of seconds. */
    async until(isFiring: boolean, name: string, seconds: number): Promise<boolean> {
      for (let tries = 0; tries < 2 * seconds; tries++) {
        if ((await firing(name)) === isFiring) return true
        await sleep(500)
      }
      return false
    },
    async close() {
      prometheus?.kill('SIGTERM')
      await stopWorker()
      await site.close()
      receiver.close()
      await smtp.goDown()
      if (mayMount) execFileSync('umount', [disk])
      for (const one of [folder, disk]) rmSync(one, { recursive: true, force: true })
    },
  }
}

type Alerts = { data: { alerts: { state: string; labels: { alertname: string } }[] } }

/** Writes the rules with seconds in place of minutes, so that alerts fire soon. Thresholds in minutes shrink too. */
function writeRules(file: string) {
  const rules = readFileSync(rulesFile, 'utf8')
    .replaceAll(/\[5m\]/g, '[10s]')
    .replaceAll(/\[15m\]/g, '[15s]')
    .replaceAll(/for: (\d+)m/g, (_, minutes: string) => `for: ${Math.min(Number(minutes), 4)}s`)
    .replaceAll(/> (\d+) \* 60/g, '> $1 * 1')
    .replaceAll('offset 1h', 'offset 20s')
    // This threshold shrinks less, because the worker counts its queues at most once in 15 s.
    .replace('> 3 * 1', '> 75')
  writeFileSync(file, rules)
}
