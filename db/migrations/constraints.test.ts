import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { makeBookable, makeExperience, makePattern, makeVineyard } from '../../test/make.ts'

const sql = await ownDatabase()
const refused = (work: PromiseLike<unknown>, why: string) =>
  expect(Promise.resolve(work)).rejects.toThrow(why)

test('a vineyard has a clean name and valid addresses', async () => {
  await refused(makeVineyard(sql, { name: ' Hollow ' }), 'one_line_is_clean')
  await refused(makeVineyard(sql, { name: 'Hollow\nDown' }), 'one_line_is_clean')
  await refused(makeVineyard(sql, { website: 'javascript:alert(1)' }), 'web_address_is_http')
  await refused(makeVineyard(sql, { cover_image_url: 'data:image/png;base64,AAAA' }), 'picture_address')
  await refused(makeVineyard(sql, { latitude: 91, longitude: 0 }), 'latitude')
  await refused(makeVineyard(sql, { latitude: 51 }), 'position_is_whole')
})

// ASVS 1.2.2
test('every URL column rejects javascript: URLs and text that could leave an attribute', async () => {
  const { id } = await makeVineyard(sql)
  for (const address of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'https://x.example/"onclick="x',
    '//evil.example',
  ])
    for (const column of [
      'website',
      'facebook_url',
      'instagram_url',
      'twitter_url',
      'linkedin_url',
      'youtube_url',
      'tiktok_url',
      'cover_image_url',
      'logo_url',
    ])
      await expect(
        sql`update vineyards set ${sql(column)} = ${address} where id = ${id} returning id`.then(
          () => 'written',
        ),
        `${column} ${address}`,
      ).rejects.toMatchObject({ code: '23514' })
})

test('an experience has a valid price, group size and length', async () => {
  await refused(makeExperience(sql, { price_per_person: -1 }), 'price_per_person')
  await refused(makeExperience(sql, { currency: 'USD' }), 'currency')
  await refused(makeExperience(sql, { min_group_size: 5, max_group_size: 4 }), 'group_sizes_in_order')
  await refused(makeExperience(sql, { min_group_size: 11, max_group_size: null }), 'group_sizes_in_order')
  await refused(makeExperience(sql, { duration_minutes: 0 }), 'duration_minutes')
  await refused(makeExperience(sql, { type: 'Wine Tasting' }), 'type')
})

test("an experience cannot use another vineyard's host", async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const [host] = await sql<{ id: string }[]>`
    insert into hosts ${sql({ vineyard_id, name: 'Guide', capacity: 4 })} returning id`
  await refused(makeExperience(sql, { host_id: host?.id ?? '' }), 'foreign key')
})

test('two patterns of an experience cannot have the same start time on the same day', async () => {
  const { id: experience_id } = await makeExperience(sql)
  const season = { experience_id, start_time: '11:00', days_of_week: [5, 6], valid_from: '2026-04-01' }
  await makePattern(sql, { ...season, valid_until: '2026-09-30' })
  await refused(
    makePattern(sql, { ...season, days_of_week: [6], valid_until: '2026-04-01' }),
    'one_pattern_per_start',
  )
  await makePattern(sql, { ...season, days_of_week: [7] })
  await makePattern(sql, { ...season, start_time: '11:30' })
  await makePattern(sql, { ...season, valid_from: '2026-10-01' })
  await makePattern(sql, { ...season, is_active: false })
})

test('two patterns may share a start time if their seasons do not overlap, for example in a year that one of them leaves out', async () => {
  const { id: experience_id } = await makeExperience(sql)
  const start = { experience_id, start_time: '11:00' }
  const yearly = (from: string, until: string, changes: object[] = []) => ({
    yearly_season: sql.json({ from, until, changes } as never) as never,
  })
  await makePattern(sql, { ...start, ...yearly('04-01', '10-31', [{ year: 2030, from: null, until: null }]) })
  await makePattern(sql, { ...start, ...yearly('11-01', '03-31') })
  await refused(makePattern(sql, { ...start, ...yearly('02-29', '02-29') }), 'one_pattern_per_start')
  await refused(
    makePattern(sql, { ...start, valid_from: '2029-06-01', valid_until: '2029-06-01' }),
    'one_pattern_per_start',
  )
  await makePattern(sql, { ...start, valid_from: '2030-06-01', valid_until: '2030-06-01' })
})

test('a recurring season has valid days of the year, and at most one complete change for each year', async () => {
  const season = { from: '04-01', until: '10-31', changes: [] }
  const year = { year: 2027, from: '2027-04-10', until: '2027-10-31' }
  const rejected = [
    [],
    { from: '04-01', until: '10-31' },
    { ...season, until: '04-31' },
    { ...season, from: '02-30' },
    { ...season, from: null },
    { ...season, note: 'x' },
    { ...season, changes: [year, year] },
    { ...season, changes: [{ ...year, year: 2028 }] },
    { ...season, changes: [{ ...year, until: null }] },
    { ...season, changes: [{ ...year, until: '2028-04-11' }] },
    { ...season, changes: [{ from: null, until: null }] },
  ]
  const isAccepted = async (drawn: unknown) =>
    (await sql<[{ yes: boolean }]>`select is_yearly_season(${sql.json(drawn as never)}) as yes`)[0].yes
  expect(await isAccepted({ ...season, changes: [year] })).toBe(true)
  for (const drawn of rejected) expect([drawn, await isAccepted(drawn)]).toEqual([drawn, false])
  await refused(
    makePattern(sql, { yearly_season: sql.json({ ...season, until: '2026-10-31' } as never) as never }),
    'yearly_season_is_complete',
  )
})

test('a pattern has valid weekdays, a whole minute and a valid season', async () => {
  await refused(makePattern(sql, { days_of_week: [] }), 'days_of_week')
  await refused(makePattern(sql, { days_of_week: [0] }), 'days_of_week')
  await refused(makePattern(sql, { start_time: '10:00:30' }), 'start_time')
  await refused(makePattern(sql, { capacity: 0 }), 'capacity')
  await refused(makePattern(sql, { valid_from: '2026-02-01', valid_until: '2026-01-31' }), 'season_in_order')
})

test('an exception concerns one vineyard, with days or hours in order', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const { id: stranger } = await makeExperience(sql)
  const days = { vineyard_id, starts_on: '2026-06-01', ends_on: '2026-06-02' }
  const except = (changes: Record<string, string>) =>
    sql`insert into availability_exceptions ${sql({ ...days, ...changes })}`
  await refused(except({ ends_on: '2026-05-31' }), 'days_in_order')
  await refused(except({ from_time: '10:00' }), 'hours_come_together')
  await refused(except({ experience_id: stranger }), 'foreign key')
})

test('a counter never falls below zero', async () => {
  await makeBookable(sql)
  await refused(sql`update slots set booked = -1`, 'booked')
})

// ASVS 2.2.3
test('a booking is consistent', async () => {
  const { experience, pattern } = await makeBookable(sql)
  const other = await makePattern(sql)
  const book = (changes: Record<string, string | number | null>) =>
    sql`insert into bookings ${sql({
      reference: `CV-${randomUUID()
        .replace(/[^2-9a-f]/g, '')
        .toUpperCase()
        .padEnd(6, '2')
        .slice(0, 4)}-22`,
      vineyard_id: experience.vineyard_id,
      experience_id: experience.id,
      pattern_id: pattern.id,
      booking_date: '2026-06-06',
      start_time: '14:30:00',
      end_time: '16:00:00',
      starts_at: '2026-06-06T13:30:00Z',
      ends_at: '2026-06-06T15:00:00Z',
      number_of_guests: 2,
      guest_name: 'Ada',
      guest_email: 'ada@example.com',
      guest_phone: '01632 960123',
      price_per_person: 18.5,
      total_price: 37,
      ...changes,
    })}`
  await book({})
  await refused(book({ total_price: 0.01 }), 'total_is_price_times_guests')
  await refused(
    book({ starts_at: '2026-06-06T14:30:00Z', ends_at: '2026-06-06T16:00:00Z' }),
    'instant_is_derived',
  )
  await refused(book({ end_time: null }), 'times_come_together')
  await refused(book({ pattern_id: other.id }), 'foreign key')
  await refused(book({ status: 'waiting' }), 'status')
  await refused(book({ guest_name: 'Ada\r\nBcc: x' }), 'one_line_is_clean')
  await refused(book({ guest_email: 'a@example.com, b@example.com' }), 'email_address')
  await refused(book({ number_of_guests: 0, total_price: 0 }), 'number_of_guests')
})

test('the audit log and the histories of bookings cannot be changed', async () => {
  await sql`
    insert into audit_events ${sql({ actor: 'admin', noun: 'vineyard', noun_id: randomUUID(), happened_at: new Date(0) })}`
  await refused(sql`update audit_events set noun = 'x'`, 'append-only')
  await refused(sql`delete from audit_events`, 'append-only')
  await refused(sql`truncate booking_events cascade`, 'append-only')
})

test('a start that the clocks skip has no instant, and a start that occurs twice has the first of its two instants', async () => {
  const instant = async (day: string, at: string) => {
    const [row] = await sql<{ instant: Date | null }[]>`select london_instant(${day}, ${at}) as instant`
    return row?.instant?.toISOString() ?? null
  }
  expect(await instant('2026-03-29', '00:59')).toBe('2026-03-29T00:59:00.000Z')
  expect(await instant('2026-03-29', '01:00')).toBeNull()
  expect(await instant('2026-03-29', '01:59')).toBeNull()
  expect(await instant('2026-03-29', '02:00')).toBe('2026-03-29T01:00:00.000Z')
  expect(await instant('2026-10-25', '00:59')).toBe('2026-10-24T23:59:00.000Z')
  expect(await instant('2026-10-25', '01:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(await instant('2026-10-25', '02:00')).toBe('2026-10-25T02:00:00.000Z')
  expect(await instant('2027-03-28', '01:30')).toBeNull()
})

// Negative control: this test fails if any of the functions is declared strict.
test('Postgres inlines the basic functions, and they return null for null', async () => {
  const plan = await sql<{ 'QUERY PLAN': string }[]>`
    explain (verbose) select london_instant(booking_date, start_time), display_time(start_time),
      customer_id(vineyard_id, guest_email) from bookings`
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(
    /london_instant|display_time|customer_id/,
  )
  const [nulls] = await sql`
    select london_instant(null, '10:00') as instant, display_time(null) as time, customer_id(null, 'ann@example.com') as customer`
  expect(nulls).toEqual({ instant: null, time: null, customer: null })
  const [{ told }] = await sql<[{ told: string }]>`
    select string_agg(display_time(t), ', ' order by n) as told
    from unnest('{00:00,00:59,01:05,11:59,12:00,12:30,13:00,23:59}'::time[]) with ordinality as x (t, n)`
  expect(told).toBe('12:00 AM, 12:59 AM, 1:05 AM, 11:59 AM, 12:00 PM, 12:30 PM, 1:00 PM, 11:59 PM')
})
