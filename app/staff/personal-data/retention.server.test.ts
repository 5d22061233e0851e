import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { forAYear } from '../../../test/make.ts'
import { ownDatabase } from '../../../test/database.ts'
import { markPerson } from '../../../test/marked-person.ts'
import { findColumnsContaining } from '../../../test/text-columns.ts'
import { dayOf } from '../../platform/days.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { exportAndRecordPerson } from './person.server.ts'
import { eraseOldData } from './retention.server.ts'

const sql = await ownDatabase()
const usual = { keep_names_months: 24, keep_mails_days: 90 }
const nothing = {
  visits: 0,
  mails: 0,
  messages: 0,
  itineraries: 0,
  alerts: 0,
  colleagues: 0,
  keys: 0,
  webhooks: 0,
}
const market = await makeDailyExperience(sql, { experience: forAYear })
const made = new Date('2026-01-05T09:00:00Z')

// This database has one visit and its email, which the tests move to other days.
const moving = await ownDatabase()
const other = await makeDailyExperience(moving, { experience: forAYear })
await book(moving, other.experience, other.on('2026-02-01'), 2, made)
await moving`update emails set created_at = ${made}`

/** Moves the visit to a day, erases at `now`, and returns whether the name was kept. */
async function isNameKept(day: string, keep_names_months: number, now: Date) {
  await moving`update bookings set booking_date = ${day}, starts_at = london_instant(${day}, start_time),
    ends_at = london_instant(${day}, start_time) + interval '90 minutes'`
  const { visits } = await eraseOldData(moving, { ...usual, keep_names_months, keep_mails_days: 3650 }, now)
  if (visits > 0)
    await moving`update bookings set guest_name = 'Ada Lovelace', guest_email = 'ada@example.com', erased_at = null`
  return visits === 0
}

async function isMailKept(written: Date, keep_mails_days: number, now: Date) {
  await moving`update emails set created_at = ${written}, erased_at = null, to_address = 'ada@example.com', payload = '{"name": "Ada"}'`
  return (await eraseOldData(moving, { keep_names_months: 120, keep_mails_days }, now)).mails === 0
}

// Instants near midnight, when London and UTC have different days, and instants near clock changes.
const instant = fc
  .tuple(
    fc.constantFrom('2026-03-29', '2026-10-25', '2026-06-30', '2027-02-28', '2028-02-29', '2026-12-31'),
    fc.integer({ min: -26 * 60, max: 26 * 60 }),
  )
  .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000))

// ASVS 14.2.7
test('erases a name once the visit is the set number of months ago, and not before', async () => {
  await fc.assert(
    fc.asyncProperty(
      instant,
      fc.constantFrom(1, 6, 24),
      fc.integer({ min: -2, max: 2 }),
      async (now, months, off) => {
        const today = Temporal.PlainDate.from(dayOf(now))
        const visit = today.subtract({ months }).add({ days: off })
        const over = Temporal.PlainDate.compare(visit.add({ months }), today) <= 0
        expect(await isNameKept(visit.toString(), months, now)).toBe(!over)
      },
    ),
    { numRuns: 60 },
  )
})

test('an email is erased once the London day on which it was written is the set number of days ago, and not before', async () => {
  await fc.assert(
    fc.asyncProperty(
      instant,
      fc.constantFrom(1, 90),
      fc.integer({ min: -50, max: 50 }),
      async (now, days, hours) => {
        const written = new Date(now.getTime() - days * 86_400_000 + hours * 3_600_000)
        const last = Temporal.PlainDate.from(dayOf(written)).add({ days })
        const over = Temporal.PlainDate.compare(last, Temporal.PlainDate.from(dayOf(now))) <= 0
        expect(await isMailKept(written, days, now)).toBe(!over)
      },
    ),
    { numRuns: 60 },
  )
})

// ASVS 14.2.4 14.2.7
test('erases old personal data of guests, emails, messages and sign-ins, and changes no figures', async () => {
  const { email } = await markPerson(sql, 'zqlong', ['2026-02-01'], made)
  await sql`update contact_messages set created_at = ${made}`
  await sql`update vineyard_claims set created_at = ${made}`
  for (const sessions of ['user_sessions', 'winemaker_sessions', 'admin_sessions'])
    await sql`update ${sql(sessions)} set last_used_at = ${made}`
  await sql`update one_time_links set expires_at = ${made}`
  const sales = () =>
    sql`select status, sum(total_price) as revenue, sum(number_of_guests) as guests from bookings group by status`
  const salesBefore = await sales()

  expect(
    await eraseOldData(
      sql,
      { keep_names_months: 120, keep_mails_days: 3650 },
      new Date('2026-02-02T09:00:00Z'),
    ),
  ).toMatchObject({
    visits: 0,
    mails: 0,
    messages: 0,
  })
  await eraseOldData(sql, usual, new Date('2028-02-01T00:00:00Z'))
  const left = await findColumnsContaining(sql, 'zqlong')
  // Accounts, their itineraries and the audit log of staff stay until a person asks for erasure.
  expect(
    left.filter((column) =>
      /^(bookings|emails|customer_|erasure_|contact|vineyard_claims|one_time|.*_sessions)/.test(column),
    ),
  ).toEqual([])
  expect(await sql`select from users where email = ${email}`).toHaveLength(1)
  expect(await sales()).toEqual(salesBefore)
  expect(await findInconsistencies(sql, made)).toEqual([])
  expect(await eraseOldData(sql, usual, new Date('2028-02-01T00:00:00Z'))).toEqual(nothing)
})

test('a message, its audit entry and the address in the record of an export are erased after the set number of months', async () => {
  const email = 'zqwrote@example.com'
  const written = { name: 'Ada', email, subject: 'Hello', message: 'zqwrote' }
  const [message] = await sql<[{ id: string }]>`
    insert into contact_messages ${sql({ ...written, form_key: randomUUID(), created_at: made })} returning id`
  await sql`
    select note_audit('system', null, 'contact_message', ${message.id}, null, ${sql.json(written)}, null, ${made})`
  await exportAndRecordPerson(sql, email, { actor: 'system' }, made)
  const columns = ['audit_personal.after', 'audit_personal.before', 'audit_personal.subjects']

  await eraseOldData(sql, usual, new Date('2028-01-04T09:00:00Z'))
  expect(await findColumnsContaining(sql, 'zqwrote')).toEqual(expect.arrayContaining(columns))
  await eraseOldData(sql, usual, new Date('2028-01-05T09:00:00Z'))
  expect(await findColumnsContaining(sql, 'zqwrote')).toEqual([])
})

test('an itinerary without an account is deleted the set number of months after its day, and a new itinerary without a day is kept', async () => {
  const plan = (visit_date: string | null) => sql`
    insert into itineraries ${sql({ title: 'A day out', key_hash: randomBytes(32), visit_date })}`
  await plan('2026-06-01')
  await plan('2026-06-02')
  await plan(null)
  const erased = await eraseOldData(sql, usual, new Date('2028-05-31T23:00:00Z'))
  expect(erased.itineraries).toBeGreaterThanOrEqual(1)
  const left =
    await sql`select visit_date::text from itineraries where title = 'A day out' order by visit_date`
  expect(left.map(({ visit_date }) => visit_date)).toEqual(['2026-06-02', null])
})

test("deletes friends' answers 30 days after the itinerary's day, or 30 days after the answer if the itinerary has no day", async () => {
  const answered = async (name: string, visit_date: string | null) => {
    const [plan] = await sql<[{ id: string }]>`
      insert into itineraries ${sql({ title: 'Answered', key_hash: randomBytes(32), visit_date })} returning id`
    const at = '2026-06-10T09:00:00Z'
    await sql`
      insert into itinerary_answers ${sql({ itinerary_id: plan.id, key_hash: randomBytes(32), name, is_coming: true, needs: 'Vegan', created_at: at, answered_at: at })}`
  }
  await answered('Ada', '2026-07-01')
  await answered('Ben', '2026-07-02')
  await answered('Cy', null)
  const left = async (now: string) => {
    await eraseOldData(sql, usual, new Date(now))
    const rows = await sql<{ name: string }[]>`
      select a.name from itinerary_answers a join itineraries i on i.id = a.itinerary_id
      where i.title = 'Answered' order by a.name`
    return rows.map(({ name }) => name)
  }
  // In summer, London's day begins at 23:00 UTC.
  expect(await left('2026-07-09T22:59:00Z')).toEqual(['Ada', 'Ben', 'Cy'])
  expect(await left('2026-07-09T23:00:00Z')).toEqual(['Ada', 'Ben'])
  expect(await left('2026-07-30T23:00:00Z')).toEqual(['Ben'])
})

test('one call erases more rows than fit into one batch', async () => {
  await sql`
    insert into emails (email_type, to_address, payload, state, created_at)
    select 'newsletter', 'ada@example.com', '{}', 'kept', ${made} from generate_series(1, 2500)`
  expect(await eraseOldData(sql, usual, new Date('2026-06-01T09:00:00Z'))).toMatchObject({ mails: 2500 })
})

test('deletes sign-ins, links and attempts when they expire, and not before', async () => {
  const now = new Date('2026-06-01T09:00:00Z')
  const [user] = await sql<
    [{ id: string }]
  >`insert into users (email) values ('keys@example.com') returning id`
  const [winemaker] = await sql<[{ id: string }]>`
    insert into winemakers ${sql({ vineyard_id: market.experience.vineyard_id, name: 'Ada', email: 'keys@example.com' })} returning id`
  const [admin] = await sql<
    [{ id: string }]
  >`insert into admins (name, email) values ('Ada', 'keys@example.com') returning id`
  const daysAgo = (days: number, seconds = 0) => new Date(now.getTime() - days * 86_400_000 + seconds * 1000)
  const used = (days: number) => [daysAgo(days), daysAgo(days, 1)]
  for (const last_used_at of used(90))
    await sql`insert into user_sessions ${sql({ token_hash: randomBytes(32), user_id: user.id, last_used_at })}`
  for (const last_used_at of used(30))
    await sql`insert into winemaker_sessions ${sql({ token_hash: randomBytes(32), winemaker_id: winemaker.id, last_used_at })}`
  for (const last_used_at of used(14))
    await sql`insert into admin_sessions ${sql({ admin_id: admin.id, seed: randomBytes(32), last_used_at })}`
  await sql`insert into user_sessions ${sql({ token_hash: randomBytes(32), user_id: user.id, last_used_at: now, ended_at: now })}`
  for (const expires_at of used(0))
    await sql`insert into one_time_links ${sql({ token_hash: randomBytes(32), purpose: 'visitor', email: 'keys@example.com', expires_at })}`
  for (const forget_at of used(0))
    await sql`insert into attempts ${sql({ key: randomBytes(32), tries: 1, next_at: now, forget_at })}`

  expect(await eraseOldData(sql, usual, now)).toEqual({ ...nothing, keys: 6 })
  expect(await eraseOldData(sql, usual, now)).toEqual(nothing)
})

test('concurrent runs erase each booking once', async () => {
  const day = '2026-02-03'
  for (let n = 0; n < 3; n++) await book(sql, market.experience, market.on(day), 1, made)
  const now = new Date('2028-02-03T00:00:00Z')
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => eraseOldData(sql, { ...usual, keep_mails_days: 3650 }, now)),
  )
  expect(outcomes.reduce((sum, { visits }) => sum + visits, 0)).toBe(3)
})
