import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeExperience, makePattern, makeWinemaker, signedIn } from '../../test/make.ts'

const { sql, visit } = await startApp()
const winemaker = await makeWinemaker(sql)
const { vineyard_id } = winemaker

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  visit(path, {
    method,
    headers: { ...signedIn(winemaker), 'Content-Type': 'application/json', 'If-Match': '*', ...headers },
    body: JSON.stringify(body),
  })
const sentenceOf = async (response: Response) => [response.status, (await response.json()).error]

const season = { days_of_week: [5, 6], start_time: '11:00', capacity: 8, valid_from: '2026-04-01' }

test('adds, shows, changes and removes a weekly start', async () => {
  const { id: experience_id } = await makeExperience(sql, { vineyard_id })
  const made = await send('POST', '/api/availability_patterns', {
    experience_id,
    ...season,
    valid_until: null,
  })
  expect(made.status).toBe(201)
  const path = made.headers.get('Location') ?? ''
  expect(await (await visit(path)).json()).toMatchObject({
    ...season,
    start_time: '11:00:00',
    valid_until: null,
  })
  const slots = await (
    await visit(`/api/slots?experience_id=${experience_id}&from=2026-06-01&until=2026-06-07`)
  ).json()
  expect(slots.items.map(({ slot_date }: { slot_date: string }) => slot_date)).toEqual([
    '2026-06-05',
    '2026-06-06',
  ])
  const changed = await send('PATCH', path, { capacity: 4 })
  expect(await changed.json()).toMatchObject({ bookings: 0, guests: 0, over: 0 })
  expect(await (await send('DELETE', path)).json()).toEqual({ deleted: true, bookings: 0, guests: 0 })
  expect((await visit(path)).status).toBe(404)
})

const year = { year: 2027, from: '2027-04-10', until: '2027-10-31' }
const yearly = (changes: object) => ({
  yearly_season: { from: '04-01', until: '10-31', changes: [], ...changes },
})

test('a recurring season has slots in later years, and changing other fields of the pattern keeps the season', async () => {
  const { id: experience_id } = await makeExperience(sql, { vineyard_id, booking_horizon_days: 365 })
  const recurring = { experience_id, ...season, ...yearly({ changes: [year] }), valid_until: null }
  const path = (await send('POST', '/api/availability_patterns', recurring)).headers.get('Location') ?? ''
  const daysFrom = async (from: string, until: string) =>
    (
      await (await visit(`/api/slots?experience_id=${experience_id}&from=${from}&until=${until}`)).json()
    ).items.map(({ slot_date }: { slot_date: string }) => slot_date)
  expect(await daysFrom('2026-10-30', '2026-11-10')).toEqual(['2026-10-30', '2026-10-31'])
  expect(await daysFrom('2027-04-01', '2027-04-16')).toEqual(['2027-04-10', '2027-04-16'])
  expect((await send('PATCH', path, { capacity: 4 })).status).toBe(200)
  expect(await (await visit(path)).json()).toMatchObject({ capacity: 4, ...yearly({ changes: [year] }) })
  await send('PATCH', path, yearly({ changes: [{ year: 2027, from: null, until: null }] }))
  expect(await daysFrom('2027-04-01', '2027-04-16')).toEqual([])
  await send('PATCH', path, { yearly_season: null })
  expect(await (await visit(path)).json()).toMatchObject({ yearly_season: null })
  expect(await daysFrom('2026-11-06', '2026-11-06')).toEqual(['2026-11-06'])
})

test('rejects the second of two concurrent changes', async () => {
  const { id: experience_id } = await makeExperience(sql, { vineyard_id })
  const { id } = await makePattern(sql, { experience_id })
  const path = `/api/availability_patterns/${id}`
  const seen = { 'If-Match': (await visit(path)).headers.get('ETag') ?? '' }
  const outcomes = await Promise.all([
    send('PATCH', path, { capacity: 3 }, seen),
    send('PATCH', path, { capacity: 4 }, seen),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 412])
})

test('rejects invalid patterns and says which values are valid', async () => {
  const { id: experience_id } = await makeExperience(sql, { vineyard_id })
  const plan = (changes: object) =>
    send('POST', '/api/availability_patterns', { experience_id, ...season, valid_until: null, ...changes })
  for (const [changes, status, sentence] of [
    [{ days_of_week: [] }, 422, 'days_of_week must have at least 1 entry.'],
    [{ days_of_week: [5, 5] }, 422, 'days_of_week must name each day once.'],
    [{ days_of_week: [8] }, 422, 'days_of_week.0 must be at most 7.'],
    [{ start_time: '25:00' }, 422, 'start_time must be a time of the day, as HH:mm.'],
    [{ valid_from: '2026-02-30' }, 422, 'valid_from must be a valid day, as yyyy-MM-dd.'],
    [{ valid_until: '2026-03-01' }, 422, 'valid_until must not be before valid_from.'],
    [yearly({ until: '04-31' }), 422, 'yearly_season.until must be a day of the year, as MM-dd.'],
    [yearly({ changes: [year, year] }), 422, 'yearly_season.changes.1.year must not occur twice.'],
    [yearly({ changes: [{ ...year, year: 2028 }] }), 422, 'yearly_season.changes.0.from must be in 2028.'],
    [
      yearly({ changes: [{ ...year, until: '2027-04-09' }] }),
      422,
      'yearly_season.changes.0.until must be within a year from the first day.',
    ],
    [
      yearly({ changes: [{ ...year, until: null }] }),
      422,
      'yearly_season.changes.0.until must be null if from is null, and a day otherwise.',
    ],
    [{ capacity: '8' }, 422, 'capacity must be a number.'],
    [{ experience_id: crypto.randomUUID() }, 404, 'Experience not found'],
  ] as const)
    expect(await sentenceOf(await plan(changes)), JSON.stringify(changes)).toEqual([status, sentence])
  const first = await plan({})
  expect(await sentenceOf(await plan({ days_of_week: [6] }))).toEqual([
    409,
    'Another start of this plan has the same time on one of these days.',
  ])
  const early = await send('PATCH', first.headers.get('Location') ?? '', { valid_until: '2026-03-01' })
  expect(await sentenceOf(early)).toEqual([422, 'valid_until must not be before valid_from.'])
})
