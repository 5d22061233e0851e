import { expect, test } from 'vitest'

import { startApp } from '../../../../../test/app.ts'
import { textOf } from '../../../../../test/page.ts'
import { planDays } from '../../../../../test/planned-days.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const { makeOffer, publish, copyForm, bookADay, calendarAt } = planDays(app)

test('the calendar file has one event per stop, with the same UID and a higher sequence after a change', async () => {
  const [ash, beech] = [await makeOffer('Ash Edge', '11:00'), await makeOffer('Beech Edge', '14:30')]
  const curated = await publish([
    { offer: ash, start_time: '11:00' },
    { offer: beech, start_time: null },
  ])
  const answers = copyForm()
  const there = (await submit(curated.path, answers)).headers.get('Location') ?? ''
  const first = await calendarAt(there)
  expect([first.status, first.type]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(first.entries).toMatchObject([
    { start: '2026-06-06T11:00:00', end: '2026-06-06T12:30:00', zone: 'Europe/London' },
    { summary: 'Tour of Beech Edge at Beech Edge' },
  ])
  expect(first.text).toContain('BEGIN:VTIMEZONE')
  const edit = there.replace('?', '/edit?')
  const [stop] = await sql<[{ id: string }]>`
    select id from itinerary_stops where itinerary_id = ${answers.id} order by place`
  await submit(edit, { intent: 'down', version: '1', stop: stop.id })
  const second = await calendarAt(there)
  const uids = ({ entries }: typeof first) => entries.map(({ uid }) => uid).toSorted()
  expect(uids(second)).toEqual(uids(first))
  expect(second.entries[0]?.sequence).toBeGreaterThan(first.entries[0]?.sequence ?? 0)
})

test('the maker’s calendar file has booking references, but a shared file has no personal data and no key', async () => {
  const day = await bookADay(await makeOffer('Lime Hill', '14:30'))
  const [shared, own] = [await calendarAt(day.share), await calendarAt(day.path)]
  for (const secret of [
    '@example',
    'ORGANIZER',
    'MAILTO',
    '/booking/',
    day.booking.reference,
    '01632',
    'Ada',
  ])
    expect(shared.text).not.toContain(secret)
  expect(shared.text).toContain('Booked.')
  expect(own.text).toContain(day.booking.reference)
  expect(own.entries[0]?.uid).toBe(shared.entries[0]?.uid)
  await submit(day.path, { intent: 'withdraw' })
  expect((await calendarAt(day.share)).status).toBe(404)
})

test('answers 409 for an itinerary without a day, and says that the day is missing', async () => {
  const curated = await publish([{ offer: await makeOffer('Any Hill', '11:00'), start_time: '11:00' }])
  const response = await visit(`${curated.path}/calendar.ics`)
  expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('no date yet')])
  expect(await textOf(await visit(curated.path))).not.toContain('calendar.ics')
})
