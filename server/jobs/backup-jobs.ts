import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PgBoss } from 'pg-boss'

import type { AppDependencies } from '../../app/platform/app-dependencies.ts'
import {
  type BackupOutcome,
  backupModeOf,
  backupTime,
  claimBackup,
  finishBackup,
  noteBackup,
  releaseBackup,
  requestBackup,
  requestMissedBackup,
} from '../../app/system/backups.server.ts'
import type { BackupMessage } from '../backups/nightly.ts'
import { repeat } from './repeat.ts'

const queue = 'backups'
const program = join(import.meta.dirname, '../backups/nightly.ts')
/** In milliseconds. Short, because the admin who asked for a backup watches the page. */
const interval = 2000
/** In milliseconds: how often a worker says that it is alive. */
const heartbeat = 10_000
const maxAttempts = 3

/** Makes the nightly backup and those that admins ask for, each in a process of its own. `env` is for tests. */
export async function startBackups(
  { boss, sql, now, config, log }: AppDependencies & { boss: PgBoss },
  { env = process.env }: { env?: NodeJS.ProcessEnv } = {},
): Promise<{ stop: () => Promise<void> }> {
  const [hour, minute] = backupTime.split(':').map(Number)
  if (backupModeOf(config) !== 'on') {
    await boss.unschedule(queue)
    return { stop: async () => {} }
  }
  await boss.createQueue(queue, { retryLimit: 3, retryDelay: 60, expireInSeconds: 600 })
  await boss.schedule(queue, `${minute} ${hour} * * *`, null, { tz: 'Europe/London' })
  await boss.work(queue, () => requestBackup(sql, null, now()))

  const stopping = new AbortController()
  const makeNext = async () => {
    await requestMissedBackup(sql, now())
    const claimed = await claimBackup(sql, now())
    if (!claimed) return
    const { id, requested_at, attempts } = claimed
    if (attempts > maxAttempts) {
      const problem = `The process that makes it ended ${maxAttempts} times before it was complete.`
      return await finishBackup(sql, id, { problem }, now())
    }
    const alive = setInterval(
      () => void noteBackup(sql, id, {}, now()).catch((err) => log.warn({ err }, 'Cannot note a backup')),
      heartbeat,
    )
    const last = await runProgram(requested_at, env, stopping.signal, async (message) => {
      if ('done' in message) await noteBackup(sql, id, message, now())
      if ('made' in message) await noteBackup(sql, id, { ...message.made, step: 'checking', done: 1 }, now())
    }).finally(() => clearInterval(alive))
    if (stopping.signal.aborted) return await releaseBackup(sql, id)
    // Killed: the next worker to see it starts it again.
    if (last === null) return
    if ('problem' in last) log.error({ problem: last.problem }, 'A backup failed')
    else log.info({ bookings: last.bookings, differences: last.fault_count }, 'Made and checked a backup')
    await finishBackup(sql, id, last, now())
  }
  const loop = repeat(
    interval,
    () => makeNext().then(() => false),
    (err) => log.error({ err }, 'A backup could not be recorded'),
  )
  return {
    stop: async () => {
      stopping.abort()
      await loop.stop()
    },
  }
}

/** Runs the program until it ends. Returns its last message, or null if it was killed. */
async function runProgram(
  requested_at: Date,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  onProgress: (message: BackupMessage) => Promise<void>,
): Promise<BackupOutcome | null> {
  const child = fork(program, [requested_at.toISOString()], {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let outcome: BackupOutcome | null = null
  let errors = ''
  let noting = Promise.resolve()
  child.stderr?.on('data', (text) => {
    errors = `${errors}${text}`.slice(-2000)
  })
  child.on('message', (message: BackupMessage) => {
    if ('problem' in message || 'deleted' in message) outcome = message
    else noting = noting.then(() => onProgress(message)).catch(() => undefined)
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  signal.removeEventListener('abort', stop)
  await noting
  if (outcome !== null || code === null) return outcome
  return { problem: errors.trim() || `The process that makes it ended with code ${code}.` }
}
