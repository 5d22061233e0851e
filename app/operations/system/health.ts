import type { z } from 'zod'

import { formatBytes, formatCount } from '../../platform/text/counts.ts'
import { formatAge, queueName } from './queue-labels.ts'
import type { backupReport } from './backups.shapes.ts'
import type { queue, systemReport } from './system.shapes.ts'

/** The state of the system, as the API returns it. */
type SystemReport = z.infer<typeof systemReport>

/** The backups as the API returns them. */
export type BackupReport = z.infer<typeof backupReport>

/** A queue as the API returns it. */
export type QueueReport = z.infer<typeof queue>

/** The milliseconds after which a worker is reported if it has not counted its queues. It counts them about once a minute. */
const longestSilence = 5 * 60_000
/** The milliseconds that a due job may wait. A job starts within seconds unless too many jobs are waiting. */
const longestDelay = 10 * 60_000
/** The milliseconds that may pass without a good backup: two nights and some hours. */
const longestWithoutBackup = 54 * 3_600_000
/** The least number of days with stored slots beyond the booking horizon. Normally the worker stores 35 such days. */
const fewestSpareDays = 7
const minFreeSpace = 1024 ** 3

/** A consistency check. `finished_at` is null while the check is running. */
type ConsistencyCheck = { finished_at: string | null; fault_count: number }

/** Returns a sentence if the last backup failed or is too old, or null if the backups are in order. */
export function backupTrouble({ backups, newest_at }: BackupReport, now: number): string | null {
  if (newest_at === null) return null
  const ended = backups.filter(({ finished_at }) => finished_at !== null)
  if (ended[0]?.problem) return 'The last backup failed.'
  const age = now - Date.parse(newest_at)
  return age > longestWithoutBackup ? `There has been no good backup for ${formatAge(age / 1000)}.` : null
}

/** Returns the heading of the system page: there is a problem, or email or a backup is missing, or all is well. */
export function healthTitle(
  troubles: string[],
  { sendsEmail, backups }: { sendsEmail: boolean; backups: { checked_at: string | null }[] },
): string {
  if (troubles.length > 0) return 'Something needs attention'
  const noBackup = backups.every(({ checked_at }) => checked_at === null)
  if (!sendsEmail) return noBackup ? 'No email can be sent, and no backup exists' : 'No email can be sent'
  return noBackup ? 'No backup exists' : 'All is well'
}

/**
 * Returns one sentence for each problem, except those of backups. `checks` are sorted newest first; `now` is in milliseconds.
 */
export function healthOf(
  { worker, mail, slots, storage }: Pick<SystemReport, 'worker' | 'mail' | 'slots' | 'storage'>,
  checks: ConsistencyCheck[],
  now: number,
): string[] {
  const faults = checks.find(({ finished_at }) => finished_at !== null)?.fault_count ?? 0
  const lastSeen = worker?.seen_at ? Date.parse(worker.seen_at) : null
  const late = (worker?.queues ?? []).filter(
    ({ next_at }) => next_at && now - Date.parse(next_at) > longestDelay,
  )
  return [
    lastSeen === null && 'No worker has run yet: emails are not sent and scheduled jobs do not run.',
    lastSeen !== null &&
      now - lastSeen > longestSilence &&
      'The worker has been silent for more than five minutes: emails are not sent and scheduled jobs do not run.',
    ...late.map(
      ({ name, next_at }) =>
        `${queueName(name)}: overdue by ${formatAge((now - Date.parse(next_at ?? '')) / 1000)}.`,
    ),
    mail.dead > 0 && (mail.dead === 1 ? 'One email failed.' : `${mail.dead} emails failed.`),
    slots &&
      slots.spare_days < fewestSpareDays &&
      'Few days of slots are stored beyond the last bookable day: the worker has added no days lately.',
    faults > 0 &&
      `The last consistency check found ${faults === 1 ? 'one difference' : `${formatCount(faults)} differences`}.`,
    storage && storage.free < minFreeSpace && `Little disk space is left: ${formatBytes(storage.free)}.`,
  ].filter((sentence) => typeof sentence === 'string')
}
