import { join } from 'node:path'

import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays, clockOf, dayOf, type Time } from '../../platform/days.ts'
import type { backup } from './backups.shapes.ts'

type BackupConfig = Pick<Config, 'database_url' | 'data_folder' | 'backup_folder' | 'backups_kept'>

/**
 * `own_server`: the database of DATABASE_URL is backed up with the tools of its own server. `off`: BACKUPS_KEPT is 0.
 */
export type BackupMode = 'on' | 'off' | 'own_server'

/** The London time at which the worker starts the nightly backup. */
export const backupTime: Time = '02:30'

type Backup = RowOf<typeof backup>

export function backupModeOf({ database_url, backups_kept }: BackupConfig): BackupMode {
  if (database_url) return 'own_server'
  return backups_kept === 0 ? 'off' : 'on'
}

export function backupFolderOf({ backup_folder, data_folder }: BackupConfig): string {
  return backup_folder ?? join(data_folder, 'backups')
}

/** Returns the backups on the disk, the running backup, and the failed backups of the last 30 days, newest first. */
export async function findBackups(sql: Queryable, config: BackupConfig, now: Date) {
  const mode = backupModeOf(config)
  const today = dayOf(now)
  const backups = await sql<Backup[]>`
    select b.id, (select a.name from admins a where a.id = b.requested_by) as requested_by, b.requested_at, b.step, b.done,
      b.finished_at, b.folder, b.bytes, b.checked_at, b.bookings, b.fault_count, b.problem
    from backups b
    where b.is_outside = ${mode === 'own_server'}
      and case
        when b.problem is null then b.deleted_at is null
        else b.requested_at > ${now}::timestamptz - interval '30 days'
      end
    order by b.requested_at desc, b.finished_at desc, b.id
    limit 50`
  return {
    mode,
    folder: backupFolderOf(config),
    kept: config.backups_kept,
    next:
      mode === 'on'
        ? { day: clockOf(now) < `${today}T${backupTime}` ? today : addDays(today, 1), time: backupTime }
        : null,
    newest_at: await findNewest(sql, mode),
    backups: [...backups],
  }
}

/**
 * Returns when the newest good backup was requested or, before the worker's first backup, when the database was created.
 * Returns null if backups are off, or if no backup of a separate server has been recorded yet.
 */
async function findNewest(sql: Queryable, mode: BackupMode): Promise<Date | null> {
  if (mode === 'off') return null
  const [{ newest_at }] = await sql<[{ newest_at: Date | null }]>`
    select coalesce(max(requested_at), case when ${mode === 'on'} then (select min(applied_at) from releases) end) as newest_at
    from backups
    where checked_at is not null and deleted_at is null and is_outside = ${mode === 'own_server'}`
  return newest_at
}

/** Requests a backup, unless one is waiting or running. `admin_id` is null for the nightly backup. */
export async function requestBackup(sql: Queryable, admin_id: string | null, now: Date): Promise<void> {
  await sql`
    insert into backups (requested_by, requested_at) values (${admin_id}, ${now})
    on conflict ((true)) where finished_at is null do nothing`
}

/**
 * Requests a backup if the last backup was requested more than 26 hours ago, because then no worker ran last night. If
 * there is no backup yet, requests one if the database is more than 26 hours old.
 */
export async function requestMissedBackup(sql: Queryable, now: Date): Promise<void> {
  await sql`
    insert into backups (requested_at)
    select ${now} from backups where not is_outside
    having coalesce(max(requested_at), (select min(applied_at) from releases)) < ${now}::timestamptz - interval '26 hours'
    on conflict ((true)) where finished_at is null do nothing`
}

/** If the process of a backup sends no message for this number of seconds, another worker may restart the backup. */
const longestSilence = 60

/** A backup that a worker claimed. `attempts` distinguishes this claim from later claims by other workers. */
export type ClaimedBackup = { id: string; requested_at: Date; attempts: number }

/**
 * Claims the requested backup for this worker. Returns null if no backup is requested, or if another worker
 * is making the backup.
 */
export async function claimBackup(sql: Queryable, now: Date): Promise<ClaimedBackup | null> {
  const [claimed] = await sql<ClaimedBackup[]>`
    update backups set seen_at = ${now}, attempts = attempts + 1, step = 'copying', done = 0
    where finished_at is null
      and (seen_at is null or seen_at < ${now}::timestamptz - make_interval(secs => ${longestSilence}))
    returning id, requested_at, attempts`
  return claimed ?? null
}

type Progress = { step?: 'copying' | 'checking'; done?: number; folder?: string; bytes?: number }

/** Stores the progress of a backup, which also shows that its process is alive. */
export async function noteBackup(
  sql: Queryable,
  { id, attempts }: ClaimedBackup,
  progress: Progress,
  now: Date,
): Promise<void> {
  await sql`
    update backups set ${sql({ ...progress, seen_at: now })}
    where id = ${id} and attempts = ${attempts} and finished_at is null`
}

/** Releases a backup because this worker is stopped before the backup is finished. The attempt is not counted. */
export async function releaseBackup(sql: Queryable, { id, attempts }: ClaimedBackup): Promise<void> {
  await sql`
    update backups set seen_at = null, attempts = attempts - 1
    where id = ${id} and attempts = ${attempts} and finished_at is null`
}

/** Stores which of the worker's backups are still on the disk. A backup that was missing may be back. */
export async function noteFolders(sql: Queryable, folders: string[], now: Date): Promise<void> {
  await sql`
    update backups set deleted_at = case when deleted_at is null then ${now}::timestamptz end
    where not is_outside and (deleted_at is null) <> (folder = any (${folders}))`
}

/** The outcome of a backup: why it failed, or the result of the check. */
export type BackupOutcome =
  | { problem: string }
  | { checked_at: string; bookings: number; fault_count: number }

/** Stores how a backup ended, unless another worker has claimed it meanwhile. */
export async function finishBackup(
  sql: Queryable,
  { id, attempts }: ClaimedBackup,
  outcome: BackupOutcome,
  now: Date,
): Promise<void> {
  const result = 'problem' in outcome ? { problem: outcome.problem.slice(0, 2000) } : outcome
  await sql`
    update backups set ${sql({ ...result, finished_at: now, step: null })}
    where id = ${id} and attempts = ${attempts} and finished_at is null`
}

/**
 * Returns the age in seconds of the newest good backup or, before the worker's first backup, of the database.
 * Returns null if backups are off, or if no backup of a separate server has been recorded yet.
 */
export async function findBackupAge(sql: Queryable, config: BackupConfig, now: Date): Promise<number | null> {
  const newest_at = await findNewest(sql, backupModeOf(config))
  return newest_at && (now.getTime() - newest_at.getTime()) / 1000
}
