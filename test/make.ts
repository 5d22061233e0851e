import { randomUUID } from 'node:crypto'

import type postgres from 'postgres'

import type { DraftStart } from '../app/availability/plan.shapes.ts'
import { keyPermissions } from '../app/people/sign-in/policy.ts'
import { hashToken, makeKeyToken, makeToken } from '../app/people/sign-in/session.server.ts'
import type { Queryable, Sql } from '../app/platform/database/database.server.ts'
import { inTransaction } from '../app/platform/database/retry.server.ts'

type Row = { id: string }
// The values of columns by name. The database checks them, because the compiler cannot.
type Fields = Record<string, postgres.SerializableParameter<string | number>>

// These factories fill in the fields that a test does not set. They make the vineyard or experience if a test names none.
export async function makeVineyard(sql: Sql, changes: Fields = {}) {
  const [vineyard] = await sql<[Row & { name: string }]>`
    insert into vineyards ${sql({ name: `Vineyard ${randomUUID().slice(0, 8)}`, city: 'Alfriston', region: 'East Sussex', ...changes })}
    returning *`
  return vineyard
}

/** The horizon of experiences in days, unless a test names another. A year would make each pattern store 700 slots. */
const shortHorizon = 90
/** The horizon of the product. `storeSlots` then stores all days since 2026. */
export const forAYear = { booking_horizon_days: 365 }

export async function makeExperience(sql: Sql, changes: Fields = {}) {
  const vineyard_id = changes.vineyard_id ?? (await makeVineyard(sql)).id
  const [experience] = await sql<[Row & { vineyard_id: string; title: string; price_per_person: number }]>`
    insert into experiences ${sql({
      title: 'Cellar tour',
      type: 'cellar_tour',
      price_per_person: 18.5,
      duration_minutes: 90,
      min_group_size: 1,
      max_group_size: 8,
      booking_horizon_days: shortHorizon,
      ...changes,
      vineyard_id,
    })}
    returning *`
  return experience
}

/** A start of a plan: 8 places every day at 10:00 from May 2026 on. */
export const dailyStart: DraftStart = {
  id: null,
  days_of_week: [1, 2, 3, 4, 5, 6, 7],
  start_time: '10:00',
  capacity: 8,
  valid_from: '2026-05-01',
  valid_until: null,
}

/** Makes a pattern for every day at 14:30 from 2026 on. */
export async function makePattern(sql: Sql, changes: Fields = {}) {
  const experience_id = changes.experience_id ?? (await makeExperience(sql)).id
  const [pattern] = await sql<[Row & { experience_id: string; capacity: number }]>`
    insert into availability_patterns ${sql({
      days_of_week: [1, 2, 3, 4, 5, 6, 7],
      start_time: '14:30',
      capacity: 10,
      valid_from: '2026-01-01',
      ...changes,
      experience_id,
    })}
    returning *`
  await storeSlots(sql, experience_id)
  return pattern
}

/**
 * Stores the slots of these experiences, or of all experiences if none is named, as every edit through the product does.
 * Tests call this function after a change in plain SQL. Because tests use fixed days, it also stores days from 15 May
 * 2026 on and, unless the experience has the short horizon, all days since 2026.
 */
export async function storeSlots(sql: Queryable, ...experience_ids: unknown[]): Promise<void> {
  const named = sql`${experience_ids.length === 0} or e.id = any (${experience_ids as string[]}::uuid[])`
  // One transaction, so that concurrent calls for one vineyard wait for each other before the second statement.
  await inTransaction(sql, async (sql) => {
    await sql`
      select lock_availability(null, e.id, null), write_slots(array[e.id], '-infinity', 'infinity', days.first)
      from experiences e
        cross join lateral (
          select case e.booking_horizon_days when ${shortHorizon} then '2026-05-15' else '2026-01-01' end::date as first
        ) as days
      where ${named}`
    await sql`
      select insert_slots(array(
        select d from slot_differences(e.id, days.first, days.last, days.last) as d where d.slot_id is null
      ))
      from experiences e
        cross join lateral (
          select case e.booking_horizon_days when ${shortHorizon} then current_date else '2026-01-01' end as first,
            current_date + e.booking_horizon_days + 35 as last
        ) as days
      where ${named}`
  })
}

/** Counts places of a slot as sold, without making a booking. */
export async function sellPlaces(
  sql: Queryable,
  {
    pattern_id,
    slot_date,
    booked,
    overbooked = 0,
  }: { pattern_id: string; slot_date: string; booked: number; overbooked?: number },
): Promise<void> {
  await sql`
    update slots set booked = ${booked}, overbooked = ${overbooked},
      sold_before_cut = sold_beyond(capacity, ${booked} + held), version = version + 1
    where pattern_id = ${pattern_id} and slot_date = ${slot_date}`
}

/** Makes an experience with one pattern. Returns the path of its form, and `answers`, which fills in the form for a slot. */
export async function makeBookable(
  sql: Sql,
  {
    experience = {},
    pattern = {},
    date = '2026-06-06',
  }: { experience?: Fields; pattern?: Fields; date?: string } = {},
) {
  const made = await makeExperience(sql, experience)
  const planned = await makePattern(sql, { ...pattern, experience_id: made.id })
  const path = `/book-now/${made.vineyard_id}?experience=${made.id}`
  const answers = () => ({
    date,
    slot: `${planned.id}-${date}`,
    guests: '2',
    guest_name: 'Ada Lovelace',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    price_per_person: String(made.price_per_person),
    idempotency_key: randomUUID(),
    intent: 'book',
  })
  return { experience: made, pattern: planned, date, path, answers }
}

/** Makes a winemaker who is signed in with `token`. */
export async function makeWinemaker(sql: Sql, changes: Fields = {}) {
  const vineyard_id = changes.vineyard_id ?? (await makeVineyard(sql)).id
  const [winemaker] = await sql<[Row & { vineyard_id: string; name: string; email: string }]>`
    insert into winemakers ${sql({ name: 'Wyn Maker', email: someEmail(), position: 'Cellar hand', ...changes, vineyard_id })}
    returning *`
  const token = makeToken()
  const [session] = await sql<[Row]>`
    insert into winemaker_sessions ${sql({ token_hash: hashToken(token), winemaker_id: winemaker.id })} returning id`
  return { ...winemaker, token, session_id: session.id }
}

/** Makes an admin who is signed in with the access token `token`, which does not expire. */
export async function makeAdmin(sql: Sql, changes: Fields = {}) {
  const [admin] = await sql<[Row & { name: string; email: string }]>`
    insert into admins ${sql({ name: 'Addie Min', email: someEmail(), ...changes })} returning *`
  const [token, refresh_token] = [makeToken(), makeToken()]
  const [session] = await sql<[Row]>`
    insert into admin_sessions ${sql({ admin_id: admin.id, seed: hashToken(makeToken()) })} returning id`
  await sql`
    insert into admin_tokens ${sql({
      refresh_hash: hashToken(refresh_token),
      access_hash: hashToken(token),
      session_id: session.id,
      access_expires_at: '2100-01-01T00:00:00Z',
    })}`
  return { ...admin, token, refresh_token, session_id: session.id }
}

/** Makes a visitor who is signed in with `token`. */
export async function makeVisitor(sql: Sql, changes: Fields = {}) {
  const [visitor] = await sql<[Row & { email: string }]>`
    insert into users ${sql({ email: someEmail(), ...changes })} returning *`
  const token = makeToken()
  await sql`insert into user_sessions ${sql({ token_hash: hashToken(token), user_id: visitor.id })}`
  return { ...visitor, token }
}

/** Makes a reseller to which these vineyards have opted in. */
export async function makeReseller(sql: Sql, changes: Fields = {}, vineyard_ids: string[] = []) {
  const [reseller] = await sql<[Row & { name: string }]>`
    insert into resellers ${sql({ name: `Reseller ${randomUUID().slice(0, 8)}`, ...changes })} returning *`
  for (const vineyard_id of vineyard_ids)
    await sql`insert into reseller_vineyards ${sql({ reseller_id: reseller.id, vineyard_id, opted_in_at: '2026-06-01T00:00:00Z' })}`
  return reseller
}

/** Makes an API key with all permissions, for a vineyard or a reseller. Callers send its `token`. */
export async function makeApiKey(sql: Sql, changes: Fields = {}) {
  const token = makeKeyToken({ is_test: Boolean(changes.is_test) })
  const owner = changes.reseller_id
    ? {}
    : { vineyard_id: changes.vineyard_id ?? (await makeVineyard(sql)).id }
  const [key] = await sql<[Row & { name: string }]>`
    insert into api_keys ${sql({
      name: 'Web shop',
      permissions: [...keyPermissions],
      ending: token.slice(-4),
      created_at: '2026-06-01T00:00:00Z',
      ...changes,
      ...owner,
      key_hash: hashToken(token),
    })}
    returning id, name`
  return { ...key, token }
}

/** Returns the headers of a signed-in caller. */
export function signedIn({ token }: { token: string }) {
  return { Authorization: `Bearer ${token}` }
}

function someEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.com`
}
