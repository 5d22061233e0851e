import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { storeMissingSlots } from '../../app/availability/stored-slots.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { type Day, dayOf } from '../../app/platform/days.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres.ts'
import { fillMarket, isFilled } from '../../server/simulate/fill.ts'
import { makeAdmin, makeWinemaker } from '../../test/make.ts'
import { isShort, say, table } from '../figures.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

/** The scale that we design for (decision note 1). One vineyard has `largest` of the bookings. */
const scale = isShort
  ? { vineyards: 20, bookings: 400, largest: 200, behind: 60 }
  : { vineyards: 2000, bookings: 2_000_000, largest: 50_000, behind: 730 }

export type Market = {
  sql: Sql
  /** The data folder of the embedded Postgres. */
  folder: string
  today: Day
  /** Ids of visible vineyards. `largest` has the most bookings, and `token` is that of its winemaker. */
  vineyards: string[]
  largest: { id: string; token: string }
  admin: { token: string }
}

/**
 * Runs a bench on a simulated market of the scale that we design for. BENCH_DATA names a folder that keeps the market
 * for later runs on the same day, because filling the market takes long.
 */
export async function withMarket(run: (market: Market) => Promise<void>): Promise<void> {
  const kept = process.env.BENCH_DATA
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'bench-')))
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} })
  const sql = connect(postgres.url, {
    max: 4,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  try {
    await migrate(sql, 'db', () => {})
    const today = dayOf(new Date())
    const largest = await fill(sql, today)
    await describe(sql)
    const vineyards = await sql<{ id: string }[]>`
      select id from vineyards where is_visible and not is_sandbox order by md5(id::text) limit 500`
    const [winemaker, admin] = [await makeWinemaker(sql, { vineyard_id: largest }), await makeAdmin(sql)]
    await run({
      sql,
      folder,
      today,
      vineyards: vineyards.map(({ id }) => id),
      largest: { id: largest, token: winemaker.token },
      admin: { token: admin.token },
    })
  } finally {
    await sql.end({ timeout: 5 })
    await postgres.stop()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}

/** Fills an empty database, and returns the id of the vineyard with the most bookings. */
async function fill(sql: Sql, today: Day): Promise<string> {
  const { vineyards, bookings, largest, behind } = scale
  const began = performance.now()
  if (!(await isFilled(sql, 2))) {
    const others = { vineyards: vineyards - 1, bookings: bookings - largest }
    await fillMarket(sql, { ...others, seed: 1, today, behind }, () => {})
    await fillMarket(
      sql,
      { vineyards: 1, bookings: largest, seed: 2, today, behind, experiences: isShort ? 3 : 24 },
      () => {},
    )
    await storeMissingSlots(sql, new Date())
    // Each night, the worker stores one more day of all experiences. On an old site, the slots of one day are
    // therefore stored side by side; clustering has the same effect.
    await sql`create index nightly on slots (slot_date, experience_id)`
    await sql`cluster slots using nightly`
    await sql`drop index nightly`
    await sql`vacuum (analyze)`
    say(`Filled in ${Math.round((performance.now() - began) / 1000)} s.`)
  }
  const [{ id }] = await sql<[{ id: string }]>`
    select vineyard_id as id from bookings group by vineyard_id order by count(*) desc limit 1`
  return id
}

async function describe(sql: Sql): Promise<void> {
  const [size] = await sql<
    [Record<'vineyards' | 'experiences' | 'slots' | 'bookings' | 'megabytes', number>]
  >`
    select
      (select count(*) from vineyards where not is_sandbox) as vineyards,
      (select count(*) from experiences) as experiences,
      (select count(*) from slots) as slots,
      (select count(*) from bookings) as bookings,
      pg_database_size(current_database()) / 1000000 as megabytes`
  const names = Object.keys(size) as (keyof typeof size)[]
  say(`\n${table([['', ''], ...names.map((name) => [name, Number(size[name]).toLocaleString('en')])])}`)
}
