import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { openDatabase } from '../../../server/database.ts'
import { signal } from '../../../server/embedded-postgres/postmaster.ts'
import { isAlive } from '../../../server/embedded-postgres/test-process.ts'
import { processesIn } from '../site.ts'
import type { Receivers } from './receivers.ts'
import { connect } from '../../../app/platform/database/pool.server.ts'

/**
 * The faults: a process killed with SIGKILL, a process that hangs (SIGSTOP), and a Postgres that is suspended for 6 s.
 */
export const faults = ['site', 'worker', 'postgres', 'hung site', 'hung worker', 'paused postgres'] as const
export type Fault = (typeof faults)[number]

export type Stack = Awaited<ReturnType<typeof openStack>>

const pause_ms = 6000

/**
 * Starts the supervised site and worker, their own Postgres and the receivers. Later runs use the same folder again.
 */
export async function openStack(folder: string, ports: { site: number; webhooks: number }) {
  const data = join(folder, 'data')
  // Ctrl+C reaches only this process, which then ends the other processes after the current cycle.
  const detached = true
  const receivers = fork(join(import.meta.dirname, 'receivers.ts'), [folder, String(ports.webhooks)], {
    detached,
  })
  const [{ webhooks, smtp }] = (await once(receivers, 'message')) as [Receivers]

  const log = createWriteStream(join(folder, 'output.log'), { flags: 'a' })
  const supervisor = spawn(process.execPath, [join(import.meta.dirname, 'supervised.mjs')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(ports.site),
      SITE_URL: '',
      DATABASE_URL: '',
      DATA_FOLDER: data,
      CATALOGUE: 'none',
      LOG_LEVEL: 'error',
      SMTP_URL: smtp,
      LOCAL_WEBHOOKS: 'yes',
      LIMIT_KEY_REQUESTS: '100000',
      LIMIT_BOOKING_EMAILS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  let [site, worker] = [0, 0]
  supervisor.stdout.on('data', (text) => {
    if (String(text).includes('is open at')) site++
    if (String(text).includes('The worker is running')) worker++
  })
  for (const stream of [supervisor.stdout, supervisor.stderr]) stream.pipe(log, { end: false })
  const starts = () => ({ site, worker })
  await until(() => worker > 0, 120_000, 'the worker did not start', supervisor)

  const { url, close } = await openDatabase({ data_folder: data })
  // This process detaches at once, so that only the site and the worker restart a killed Postgres.
  await close()
  const sql = connect(url, { max: 2 })
  const base = `http://127.0.0.1:${ports.site}`
  // The processes are found by the whole path of their folder.
  const postgres = async () => processesIn(await realpath(join(data, 'postgres')))

  return {
    base,
    sql,
    webhooks,
    /** Causes the fault. Returns the ms until the site answers from its database again, or the worker runs again. */
    async suffer(fault: Fault): Promise<number> {
      const before = starts()
      const began = performance.now()
      const took = () => Math.round(performance.now() - began)
      if (fault.endsWith('postgres')) {
        const all = await postgres()
        if (all.length === 0) throw new Error('No process of the embedded Postgres was found.')
        for (const pid of all) signal(pid, fault === 'postgres' ? 'SIGKILL' : 'SIGSTOP')
        if (fault === 'postgres') while ((await Promise.all(all.map(isAlive))).includes(true)) await sleep(2)
        else {
          await sleep(pause_ms)
          // A process that has started meanwhile was never suspended.
          for (const pid of all) if (await isAlive(pid)) signal(pid, 'SIGCONT')
        }
      } else {
        const which = fault.endsWith('site') ? 'site' : 'worker'
        const pid = await childOf(
          supervisor.pid ?? 0,
          which === 'site' ? 'server/main.ts' : 'server/worker.ts',
        )
        process.kill(pid, fault.startsWith('hung') ? 'SIGSTOP' : 'SIGKILL')
        await until(
          () => starts()[which] > before[which],
          90_000,
          `the ${which} did not come back`,
          supervisor,
        )
        if (which === 'worker') return took()
      }
      await until(() => answers(base), 90_000, 'the site did not answer again', supervisor)
      return took()
    },
    async close() {
      await sql.end({ timeout: 1 })
      const ended = once(supervisor, 'exit')
      supervisor.kill('SIGTERM')
      await ended
      if (receivers.connected) receivers.disconnect()
    },
  }
}

/** Returns whether the health check answers 200. It does so only if the site reaches its database. */
const answers = (base: string) =>
  fetch(`${base}/healthz`, { signal: AbortSignal.timeout(1500), headers: { Connection: 'close' } }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status === 200
    },
    () => false,
  )

async function childOf(parent: number, program: string): Promise<number> {
  for (let tries = 0; tries < 600; tries++, await sleep(50)) {
    const children = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ')
    for (const pid of children) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (command.includes(program)) return Number(pid)
    }
  }
  throw new Error(`The supervisor runs no ${program}.`)
}

async function until(
  is: () => boolean | Promise<boolean>,
  patience_ms: number,
  otherwise: string,
  supervisor: ChildProcess,
): Promise<void> {
  const end = performance.now() + patience_ms
  while (!(await is())) {
    if (supervisor.exitCode !== null) throw new Error(`The supervisor has ended (${supervisor.exitCode}).`)
    if (performance.now() > end) throw new Error(`In ${patience_ms / 1000} s ${otherwise}.`)
    await sleep(10)
  }
}
