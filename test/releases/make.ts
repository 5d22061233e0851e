// npm run release-fixture   writes test/fixtures/release-<version>.json.gz: a small varied database as this version makes it
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import manifest from '../../package.json' with { type: 'json' }
import {
  findInconsistencies,
  makeCheck,
  requestConsistencyCheck,
} from '../../app/operations/consistency-checks/consistency-check.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { addDays, dayOf } from '../../app/platform/days.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { loadCatalogue } from '../../db/catalogue/load.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres.ts'
import { fillMarket } from '../../server/simulate/fill.ts'
import { book, makeLegacySlot } from '../book.ts'
import { makeAdmin, makeExperience, makeReseller } from '../make.ts'
import { markPerson } from '../marked-person.ts'
import { makeWebhook } from '../webhooks.ts'
import { writeReleaseFixture } from './fixture.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const folder = await mkdtemp(join(tmpdir(), 'chalk-fixture-'))
const server = await startEmbeddedPostgres({ folder, log: () => {}, fsync: false })
const sql = connect(server.url, { max: 4, statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
const now = new Date()
try {
  await migrate(sql, 'db', console.log)
  await fill(sql)
  const faults = await findInconsistencies(sql, now)
  if (faults.length > 0) throw new Error(`The rows are not consistent: ${JSON.stringify(faults.slice(0, 3))}`)
  const { path, bytes, fixture } = await writeReleaseFixture(sql, {
    version: manifest.version,
    to: process.env.FIXTURE_FOLDER,
    made_at: now,
  })
  const tables = Object.entries(fixture.rows)
  const empty = tables.filter(([, rows]) => rows.length === 0).map(([name]) => name)
  const count = tables.reduce((sum, [, rows]) => sum + rows.length, 0)
  console.log(
    `${path}: ${Math.round(bytes / 1024)} KB, ${count} rows in ${tables.length - empty.length} tables.`,
  )
  if (empty.length > 0) console.log(`Without rows: ${empty.join(', ')}.`)
} finally {
  await sql.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Fills the database, if possible through the functions of the product. */
async function fill(sql: Sql): Promise<void> {
  const today = dayOf(now)
  await loadCatalogue(sql, { which: 'demo', today, report: () => {} })
  await fillMarket(sql, { vineyards: 5, bookings: 200, seed: 1, today, behind: 60 }, () => {})
  const { market } = await markPerson(sql, 'marker', [addDays(today, 5), addDays(today, 6)], now)
  const { vineyard_id } = market.experience
  const admin = await makeAdmin(sql)
  await requestConsistencyCheck(sql, { actor_id: admin.id }, now)
  await makeCheck(sql, () => now)
  await fillSettings(sql, vineyard_id)
  await book(sql, market.experience, market.on(addDays(today, 8)), 2, now)
  const old = await makeExperience(sql, { vineyard_id })
  await book(sql, old, await makeLegacySlot(sql, old, `${addDays(today, 9)}T10:00:00Z`, 6), 2, now)
}

/** Adds rows that making bookings does not create. */
async function fillSettings(sql: Sql, vineyard_id: string): Promise<void> {
  await makeWebhook(sql, vineyard_id, 'http://localhost:9/hook')
  await makeReseller(sql, { email: 'reseller@example.com' }, [vineyard_id])
  await sql`insert into calendar_feeds ${sql({ vineyard_id, secret_hash: randomBytes(32), renewed_at: now })}`
  const source = { vineyard_id, url: 'https://calendar.example/out.ics', added_at: now, next_check_at: now }
  await sql`insert into calendar_sources ${sql(source)}`
  await sql`insert into skipped_setup_steps ${sql({ vineyard_id, step: 'page', skipped_at: now })}`
  await sql`insert into unsubscribes ${sql({ id: randomBytes(16), unsubscribed_at: now })}`
  await sql`insert into postcodes ${sql({ code: 'BN265QS', latitude: 50.81, longitude: 0.16 })}`
  await sql`insert into postcode_list ${sql({ name: 'One postcode', kind: 'positions', year: 2026, loaded_at: now })}`
  await sql`
    insert into demand_refusals (day, experience_id, party, reason)
    select ${dayOf(now)}, id, 4, 'full' from experiences where vineyard_id = ${vineyard_id}`
}
