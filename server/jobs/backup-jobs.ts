import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import {
  type BackupOutcome,
  backupModeOf,
  backupTime,
  claimBackup,
  type ClaimedBackup,
  finishBackup,
  noteBackup,
  noteFolders,
  releaseBackup,
  requestBackup,
  requestMissedBackup,
} from '../../app/operations/system/backups.server.ts'
import type { BackupMessage } from '../backups/backup-process.ts'
import type { JobDependencies } from './boss.ts'
import { repeat, type Running } from './repeat.ts'
import { runJob } from './run-job.ts'

const queue = 'backups'
const program = join(import.meta.dirname, '../backups/backup-process.ts')
/** Milliseconds between two searches for a requested backup. The pause is short, because the admin watches the page. */
const interval = 2000
/** Milliseconds after which a process that sends no messages is killed. */
const longestSilence = 5 * 60_000
const maxAttempts = 3

/**
 * Makes the nightly backup and the backups that admins request, each in its own process. Tests set `env` and `patience`
 * (in milliseconds).
 */
export async function startBackups(
  { boss, sql, now, config, log }: JobDependencies,
  { env = process.env, patience = longestSilence }: { env?: NodeJS.ProcessEnv; patience?: number } = {},
): Promise<Running> {
  const [hour, minute] = backupTime.split(':').map(Number)
  if (backupModeOf(config) !== 'on') {
    await boss.unschedule(queue)
    return { stop: async () => {} }
  }
  await boss.createQueue(queue, { retryLimit: 3, retryDelay: 60, expireInSeconds: 600 })
  await boss.schedule(queue, `${minute} ${hour} * * *`, null, { tz: 'Europe/London' })
  await boss.work(queue, () => requestBackup(sql, null, now()))

  const stopping = new AbortController()
  const make = async (claimed: ClaimedBackup) => {
    if (claimed.attempts > maxAttempts) {
      const problem = `The backup process ended ${maxAttempts} times before the backup was complete.`
      return await finishBackup(sql, claimed, { problem }, now())
    }
    const onMessage = async (message: BackupMessage) => {
      if ('folders' in message) await noteFolders(sql, message.folders, now())
      await noteBackup(sql, claimed, progressIn(message), now())
    }
    const outcome = await runProgram(claimed, { env, patience, signal: stopping.signal, onMessage })
    if (stopping.signal.aborted) return await releaseBackup(sql, claimed)
    // Another program killed the process. A worker will notice this and restart the backup.
    if (outcome === null) return
    if ('problem' in outcome) log.error({ problem: outcome.problem }, 'A backup failed')
    else
      log.info({ bookings: outcome.bookings, differences: outcome.fault_count }, 'Made and checked a backup')
    await finishBackup(sql, claimed, outcome, now())
  }
  const makeNext = async () => {
    await requestMissedBackup(sql, now())
    const claimed = await claimBackup(sql, now())
    if (claimed) await runJob(queue, () => make(claimed))
  }
  const loop = repeat(interval, makeNext, log, 'A backup could not be recorded')
  return {
    stop: async () => {
      stopping.abort()
      await loop.stop()
    },
  }
}

function progressIn(message: BackupMessage) {
  if ('done' in message) return { done: message.done }
  return 'made' in message ? { ...message.made, step: 'checking' as const, done: 1 } : {}
}

type Run = {
  env: NodeJS.ProcessEnv
  patience: number
  signal: AbortSignal
  onMessage: (message: BackupMessage) => Promise<void>
}

/** Runs the program, and kills it after a long silence. Returns the outcome, or null if another program killed it. */
async function runProgram(
  { requested_at }: ClaimedBackup,
  { env, patience, signal, onMessage }: Run,
): Promise<BackupOutcome | null> {
  if (signal.aborted) return null
  const child = fork(program, [requested_at.toISOString()], {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let outcome: BackupOutcome | null = null
  let errors = ''
  let noting = Promise.resolve()
  const silent = Promise.withResolvers<null>()
  const silence = setTimeout(() => {
    child.kill('SIGKILL')
    const minutes = Math.round(patience / 60_000)
    outcome = { problem: `The backup process was silent for ${minutes} minutes, so it was ended.` }
    silent.resolve(null)
  }, patience)
  child.stderr?.on('data', (text) => {
    errors = `${errors}${text}`.slice(-2000)
  })
  child.on('message', (message: BackupMessage) => {
    silence.refresh()
    if ('problem' in message || 'checked_at' in message) outcome = message
    else noting = noting.then(() => onMessage(message)).catch(() => undefined)
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  // The last messages may arrive after the exit, but never after the disconnection.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  // Does not wait until a killed process has ended, because a process that waits for a dead disk survives SIGKILL.
  const [[code] = [null]] = (await Promise.race([ended, silent.promise])) ?? []
  clearTimeout(silence)
  signal.removeEventListener('abort', stop)
  await noting
  if (outcome !== null || code === null) return outcome
  return { problem: errors.trim() || `The backup process ended with code ${code}.` }
}
