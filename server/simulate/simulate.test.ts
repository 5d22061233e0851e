import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { allReferences, seededRandom, referenceOf } from './random.ts'
import { fillMarket, isFilled } from './fill.ts'
import { progressLine } from './progress.ts'

const today = '2026-11-21'
const market = { vineyards: 30, bookings: 900, seed: 7, today }

const sql = await ownDatabase()
const reports: number[] = []
await fillMarket(sql, market, (_rows, done) => reports.push(done))

test('a market has the requested number of vineyards, experiences and bookings', async () => {
  const [counts] = await sql`
    select (select count(*) from vineyards) as vineyards, (select count(*) from bookings) as bookings,
      (select min(n) from (select count(*) as n from experiences group by vineyard_id) as each) as fewest,
      (select count(*) from experiences) as experiences`
  expect(counts).toEqual({ vineyards: 30, bookings: 900, fewest: 3, experiences: 90 })
  expect(reports.at(-1)).toBe(1)
})

test('every counter equals its bookings and is within capacity', async () => {
  const strayed = await sql`
    select from slots s
      left join (
        select slot_id, sum(number_of_guests) as guests from bookings where status <> 'cancelled' group by slot_id
      ) b on b.slot_id = s.id
    where s.booked is distinct from coalesce(b.guests, 0) or s.booked > s.capacity`
  expect(strayed).toHaveLength(0)
})

test('every booking has a planned slot and an allowed party size, and was made before the start', async () => {
  const strayed = await sql`
    select from bookings b
      join experiences e on e.id = b.experience_id
      join availability_patterns p on p.id = b.pattern_id
    where b.number_of_guests not between e.min_group_size and e.max_group_size
      or b.booking_date not between p.valid_from and p.valid_until
      or not extract(isodow from b.booking_date)::smallint = any (p.days_of_week)
      or b.start_time <> p.start_time or b.created_at >= b.starts_at
      or b.ends_at <> b.starts_at + make_interval(mins => e.duration_minutes)
      or b.end_time <> (b.ends_at at time zone 'Europe/London')::time
      or b.price_per_person <> e.price_per_person
      or b.booking_date - b.created_at::date > e.booking_horizon_days`
  expect(strayed).toHaveLength(0)
})

test('the events of a booking are in order and end with its status', async () => {
  const strayed = await sql`
    select b.id from bookings b join booking_events e on e.booking_id = b.id
    group by b.id
    having (array_agg(e.changes -> 'status' ->> 1 order by e.id desc))[1] <> b.status
      or (array_agg(e.changes -> 'status' ->> 0 order by e.id))[1] is not null
      or (array_agg(e.kind order by e.id))[1] <> 'created'
      or array_agg(e.changes -> 'status' ->> 0 order by e.id)
        <> array_prepend(null, trim_array(array_agg(e.changes -> 'status' ->> 1 order by e.id), 1))
      or array_agg(e.id order by e.id) <> array_agg(e.id order by e.happened_at, e.id)`
  expect(strayed).toHaveLength(0)
  const [{ bookings }] = await sql<
    [{ bookings: number }]
  >`select count(distinct booking_id) as bookings from booking_events`
  expect(bookings).toBe(900)
})

test('every event has the email that the site would have written, and no email is sent', async () => {
  const strayed = await sql`
    select from booking_events e join bookings b on b.id = e.booking_id join experiences x on x.id = b.experience_id
      left join emails m on m.event_id = e.id
    where m.email_type is distinct from case
        when e.kind = 'created' then case when x.is_instant then null else 'received' end
        when e.changes -> 'status' ->> 1 in ('confirmed', 'cancelled') then e.changes -> 'status' ->> 1
      end
      or m.payload <> email_payload(b.id, m.email_type)
      or m.to_address <> b.guest_email or m.state <> 'kept'`
  expect(strayed).toHaveLength(0)
})

test('every foreign key is valid', async () => {
  const keys = await sql<{ conrelid: string; conname: string }[]>`
    select conrelid::regclass::text as conrelid, conname from pg_constraint where contype = 'f'
      and conrelid in ('experiences'::regclass, 'availability_patterns'::regclass,
        'slots'::regclass, 'bookings'::regclass, 'booking_events'::regclass, 'emails'::regclass)`
  expect(keys.length).toBeGreaterThan(8)
  // Postgres checks every row when a foreign key is added again.
  await sql.begin(async (transaction) => {
    for (const { conrelid, conname } of keys) {
      const [{ definition }] = await transaction<[{ definition: string }]>`
        select pg_get_constraintdef(oid) as definition from pg_constraint
        where conname = ${conname} and conrelid = ${conrelid}::regclass`
      await transaction.unsafe(`alter table ${conrelid} add constraint again ${definition}`)
      await transaction.unsafe(`alter table ${conrelid} drop constraint again`)
    }
  })
})

test('the consistency check finds no fault', async () => {
  expect(await sql`select * from consistency_faults('2026-11-21T00:00:00Z')`).toEqual([])
})

test('guests can book slots of a simulated market', async () => {
  const [slot] = await sql<[{ vineyard_id: string; price_per_person: number; remaining: number }]>`
    select s.*, e.id as experience_id, e.vineyard_id, e.price_per_person, e.min_group_size
    from experiences e cross join lateral slots_of(e.id, ${today}, ${today}::date + 20, '2026-11-21T09:00:00Z') s
    where s.remaining >= 2 order by e.id, s.starts_at limit 1`
  const [placed] = await sql`
    select problem from create_booking(${sql.json({
      ...slot,
      id: '00000000-0000-4000-8000-000000000001',
      number_of_guests: 2,
      guest_name: 'Ada Lovelace',
      guest_email: 'ada@example.com',
      guest_phone: '01632 960123',
      idempotency_key: '00000000-0000-4000-8000-000000000002',
      request_hash: '00'.repeat(32),
      requested_at: '2026-11-21T09:00:00Z',
    })})`
  expect(placed).toEqual({ problem: null })
})

test('the same seed on the same day gives the same market, and another seed gives another market', async () => {
  const [again, other] = [await ownDatabase(), await ownDatabase()]
  await fillMarket(again, market, () => {})
  await fillMarket(other, { ...market, seed: 8 }, () => {})
  const fingerprint = async (db: typeof sql) =>
    db`select md5(string_agg(b::text, '|' order by b.reference)) as md5 from bookings b
       where guest_email <> 'ada@example.com'`
  const first = await fingerprint(sql)
  expect(await fingerprint(again)).toEqual(first)
  expect(await fingerprint(other)).not.toEqual(first)
})

test('adds the market of another seed, and refuses the same seed twice', async () => {
  await fillMarket(sql, { ...market, seed: 9 }, () => {})
  const [{ bookings }] = await sql<[{ bookings: number }]>`select count(*) as bookings from bookings`
  expect(bookings).toBe(1801)
  expect([await isFilled(sql, 9), await isFilled(sql, 10)]).toEqual([true, false])
  await expect(fillMarket(sql, { ...market, seed: 9 }, () => {})).rejects.toThrow()
  expect(await sql`select from bookings`).toHaveLength(1801)
})

test('refuses more bookings than places, and writes nothing', async () => {
  const empty = await ownDatabase()
  await expect(
    fillMarket(empty, { vineyards: 1, bookings: 20_000, seed: 7, today }, () => {}),
  ).rejects.toThrow(/^A vineyard took \d+ of 20000 bookings and has room for no more\.$/)
  expect(await empty`select from vineyards`).toHaveLength(0)
})

// Negative control: this test fails if the indexes are not created again.
test('keeps all indexes and triggers, even if the simulation is interrupted', async () => {
  const empty = await ownDatabase()
  const indexes = (db: typeof sql) => db`
    select indexdef as made, '' as state from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal order by made, state`
  const before = await indexes(empty)
  const interrupted = fillMarket(empty, market, () => {
    throw new Error('The plug was pulled.')
  })
  await expect(interrupted).rejects.toThrow('The plug was pulled.')
  expect(await empty`select from vineyards`).toHaveLength(0)
  expect(await indexes(empty)).toEqual(before)
  await fillMarket(empty, market, () => {})
  expect(await indexes(empty)).toEqual(before)
})

test('references use the alphabet without letters that look alike', () => {
  expect(referenceOf(0)).toBe('CV-2222-22')
  expect(referenceOf(allReferences - 1)).toBe('CV-ZZZZ-ZZ')
})

test('random values repeat for a seed, and ids are UUIDs', () => {
  const [once, twice] = [seededRandom(3, 4), seededRandom(3, 4)]
  expect(once.id()).toBe(twice.id())
  expect(once.id()).toMatch(/^00000004-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(once.hex(32)).toHaveLength(64)
})

test('shows progress as percent, rows per second and the time left', () => {
  const line = progressLine(50_000, 0.25, 30_000)
  expect(line).toContain(' 25 %  50,000 rows  1,667 rows/s  1 min 30 s left')
})
