import { statfs } from 'node:fs/promises'

import manifest from '../../../package.json' with { type: 'json' }
import { findStoredSlots } from '../../availability/stored-slots.server.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { queue } from './system.shapes.ts'

/** Returns the state of the system. Sizes are in bytes. `worker` is null if no worker has ever run. */
export async function findSystem(sql: Queryable, { data_folder }: Config, now: Date) {
  const [[database], [migrations], [mail], worker, slots, storage] = await Promise.all([
    sql<[{ version: string; bytes: number; connections: number }]>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        (select count(*) from pg_stat_activity where datname = current_database()) as connections`,
    sql<[{ count: number; newest: string; applied_at: Date }]>`
      select count(*) over () as count, name as newest, applied_at from schema_migrations
      where name ~ '^[0-9]'
      order by name collate "C" desc
      limit 1`,
    sql<[{ waiting: number; failed: number; dead: number }]>`
      select
        count(*) filter (where state in ('waiting', 'sending')) as waiting,
        count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'dead') as dead
      from emails where state in ('waiting', 'sending', 'failed', 'dead')`,
    findWorker(sql),
    findStoredSlots(sql, now),
    statfs(data_folder).catch(() => null),
  ])
  return {
    version: manifest.version,
    node: process.version,
    started_at: new Date(performance.timeOrigin),
    database,
    migrations,
    worker,
    mail,
    slots,
    storage: storage && { free: storage.bavail * storage.bsize, total: storage.blocks * storage.bsize },
  }
}

/** Reads pg-boss's tables, which the first worker creates. `seen_at` is when the worker last counted its queues. */
async function findWorker(sql: Queryable) {
  const [{ there }] = await sql<[{ there: boolean }]>`select to_regclass('pgboss.queue') is not null as there`
  if (!there) return null
  const rows = await sql<(RowOf<typeof queue> & { seen_at: Date | null })[]>`
    select q.name, q.queued_count as waiting, q.active_count as active, q.failed_count as failed, q.monitor_on as seen_at,
      j.oldest_at, j.next_at, s.cron as every
    from pgboss.queue q
      left join (
        select name, min(created_on) as oldest_at, min(start_after) as next_at from pgboss.job
        where state < 'active'
        group by name
      ) as j on j.name = q.name
      left join pgboss.schedule s on s.name = q.name
    where not starts_with(q.name, '__')
    order by q.name`
  const seen = rows.map(({ seen_at }) => seen_at?.getTime() ?? 0)
  return {
    seen_at: Math.max(0, ...seen) === 0 ? null : new Date(Math.max(...seen)),
    queues: rows.map(({ seen_at: _seen_at, ...queue }) => queue),
  }
}
