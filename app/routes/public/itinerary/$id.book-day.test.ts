import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makePattern, sellPlaces } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'
import { planDays, planFormOf, planGuest, saturday, sendPlan } from '../../../../test/planned-days.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit, visitWithoutDatabase, expectErrors } = app
const { publishTwoVisits, copyForm, stopsOf } = planDays(app)

const pageText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const asked = (date: string, guests = '2') => `date=${date}&guests=${guests}`

/** Publishes a day with a visit at 11:00, lunch in an inn, and a visit at 2:30. */
async function publishDay(name: string, capacity = 10) {
  const day = await publishTwoVisits(name, capacity)
  await sql`update itinerary_stops set place = 3 where itinerary_id = ${day.id} and place = 2`
  await sql`
    insert into itinerary_stops (itinerary_id, place, name, note) values (${day.id}, 2, 'The Ram Inn', 'Ask for the garden')`
  return day
}

const formOf = (path: string) => planFormOf(visit, path)
const send = (path: string, form: Awaited<ReturnType<typeof formOf>>, changes = {}) =>
  sendPlan(visit, path, form, changes)

test('books every visit of a published day with one press, and keeps its other stops and notes', async () => {
  const day = await publishDay('Ash')
  const path = `${day.path}?${asked(saturday, '3')}`
  const page = await textOf(await visit(path))
  expect(page).toMatch(/href="\/book-now\/[^"]+time=11%3A00[^"]*"/)
  const text = pageText(page)
  expect(text).toMatch(
    /11:00 AM Ash Hill .*£55.50 .*2:30 PM Ash Dale .*£55.50 .*Total for 3 guests £111.00 Book both visits/,
  )
  const form = await formOf(path)
  const booked = await send(path, form)
  expect(booked.headers.get('Location')).toBe(`/itinerary/${form.id}?key=${form.key}`)
  expect(await stopsOf(form.id ?? '')).toMatchObject([
    { name: 'Ash Hill', booking_id: expect.any(String), note: 'Note 1' },
    { name: null, note: 'Ask for the garden', booking_id: null },
    { name: 'Ash Dale', booking_id: expect.any(String), note: 'Note 2' },
  ])
  const own = pageText(await textOf(await visit(booked.headers.get('Location') ?? '')))
  for (const words of ['2 visits are booked:', 'Under the Downs', 'Saturday 6 June 2026', 'The Ram Inn'])
    expect(own).toContain(words)
  expect((await send(path, form)).headers.get('Location')).toContain(form.id)
  const [{ places }] = await sql<[{ places: number }]>`
    select sum(booked)::int as places from slots where slot_date = ${saturday}`
  expect(places).toBe(6)
})

test('shows the day of each visit of a longer itinerary, and until when guests can cancel each visit', async () => {
  const day = await publishDay('Alder')
  await sql`update itinerary_stops set day = 1 where itinerary_id = ${day.id} and place = 3`
  await sql`update experiences set cancellation_cutoff_minutes = 2880 where id = ${day.second.experience.id}`
  await sql`update vineyards set is_demo = true where id = ${day.second.vineyard.id}`
  const text = pageText(await textOf(await visit(`${day.path}?${asked(saturday)}`)))
  expect(text).toMatch(
    /Saturday 6 June 2026 11:00 AM Alder Hill .*Free to cancel until Saturday 6 June, 11:00 AM/,
  )
  expect(text).toMatch(
    /Sunday 7 June 2026 2:30 PM Alder Dale .*until Friday 5 June, 2:30 PM\. Demonstration estate: nobody is expecting you/,
  )
})

test('a visit without places is left out of the booking, and the page proposes a day with places at every visit', async () => {
  const day = await publishDay('Beech')
  await sellPlaces(sql, { pattern_id: day.first.pattern.id, slot_date: saturday, booked: 9 })
  const path = `${day.path}?${asked(saturday)}`
  const page = await textOf(await visit(path))
  const text = pageText(page)
  expect(text).toContain('Some visits cannot be booked for that day, so they are left out.')
  expect(text).toMatch(/Beech Hill Tour of Beech Hill No places for 2/)
  expect(text).toContain('Book the visit')
  const next = /Choose (\w+ \d+ June 2026), with places at every visit/.exec(text)?.[1]
  expect(next).toBe('Sunday 7 June 2026')
  expect(page).toContain('date=2026-06-07&guests=2#book-day')
  const form = await formOf(path)
  expect((await send(path, form)).status).toBe(302)
  expect(await stopsOf(form.id ?? '')).toMatchObject([{ name: null }, { name: 'Beech Dale' }])
})

test('if no day is chosen, proposes the next day with places at every visit', async () => {
  const day = await publishDay('Cherry')
  for (const slot_date of ['2026-06-01', '2026-06-02'])
    await sellPlaces(sql, { pattern_id: day.second.pattern.id, slot_date, booked: 10 })
  const text = pageText(await textOf(await visit(`${day.path}?${asked('')}`)))
  expect(text).toMatch(/Wednesday 3 June 2026 11:00 AM Cherry Hill/)
  await sql`update experiences set is_active = false where id = ${day.second.experience.id}`
  expect(pageText(await textOf(await visit(`${day.path}?${asked('')}`)))).toContain(
    'No day in the next weeks has places for 2 at every visit.',
  )
})

test('if the planned time is full, offers another time that leaves enough time for the other visits', async () => {
  const day = await publishDay('Dogwood')
  await makePattern(sql, { experience_id: day.first.experience.id, start_time: '10:00', capacity: 10 })
  await makePattern(sql, { experience_id: day.second.experience.id, start_time: '11:10', capacity: 10 })
  await sellPlaces(sql, { pattern_id: day.first.pattern.id, slot_date: saturday, booked: 10 })
  const text = async () => pageText(await textOf(await visit(`${day.path}?${asked(saturday)}`)))
  expect(await text()).toMatch(/10:00 AM Dogwood Hill .*2:30 PM Dogwood Dale/)
  await sellPlaces(sql, { pattern_id: day.second.pattern.id, slot_date: saturday, booked: 10 })
  expect(await text()).toContain('No time that fits with the other visits')
})

test('books nothing when a visit fills up meanwhile, and the page shows the places that are left', async () => {
  const day = await publishDay('Elm', 4)
  const path = `${day.path}?${asked(saturday)}`
  const form = await formOf(path)
  await sellPlaces(sql, { pattern_id: day.second.pattern.id, slot_date: saturday, booked: 3 })
  const refused = await send(path, form)
  const text = pageText(await textOf(refused))
  expect(refused.status).toBe(409)
  expect(text).toContain(
    'The visit at 2:30 PM has only 1 place left, and there are 2 of you. Nothing was booked.',
  )
  expect(text).toMatch(/Elm Dale .*No places for 2/)
  expect(await sql`select from itineraries where id = ${form.id ?? ''}`).toHaveLength(0)
  const missing = await send(path, form, { guest_name: '', guest_phone: '07700 900461' })
  expect(missing.status).toBe(422)
  expect(await textOf(missing)).toContain('value="07700 900461"')
})

test('ten simultaneous requests book once', async () => {
  const day = await publishDay('Fir', 2)
  const path = `${day.path}?${asked(saturday)}`
  const { visits, ...form } = await formOf(path)
  const body = new URLSearchParams({ ...form, ...planGuest, intent: 'book' })
  for (const sent of visits) body.append('visit', sent)
  const all = await Promise.all(
    Array.from({ length: 10 }, () => visit(path, { method: 'POST', body: new URLSearchParams(body) })),
  )
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 302))
  expect(
    await sql`select from itinerary_stops where itinerary_id = ${form.id ?? ''} and booking_id is not null`,
  ).toHaveLength(2)
})

test('says at each field what is wrong, and offers the form only on published days', async () => {
  const day = await publishDay('Gorse')
  const wrong = async (query: string) => {
    const response = await visit(`${day.path}?${query}`)
    expect(response.status, query).toBe(422)
    return textOf(response)
  }
  expect(await wrong(asked('2026-05-31'))).toContain('That day has passed.')
  expect(await wrong(asked('2026-02-30'))).toContain('That isn’t a valid date.')
  expect(await wrong(asked(saturday, '0'))).toContain('from 1 to 100')
  expect(pageText(await textOf(await visit(`${day.path}?${asked(saturday, '40')}`)))).toContain(
    'For 1-8 guests',
  )
  expect(pageText(await textOf(await visit(`${day.path}?${asked('', '40')}`)))).toContain(
    'No day has places for 40 at every visit: Tour of Gorse Hill takes 1-8 guests and Tour of Gorse Dale takes 1-8 guests.',
  )
  const answers = copyForm()
  const own = (await submit(day.path, answers)).headers.get('Location') ?? ''
  expect(await textOf(await visit(`${own}&${asked(saturday)}`))).not.toContain('See the times')
  expect((await visitWithoutDatabase(`${day.path}?${asked(saturday)}`)).status).toBe(503)
  expectErrors()
})

test('cards show region, visits, means of travel and price of a day, with different pictures side by side', async () => {
  const day = await publishDay('Hazel')
  await sql`
    update vineyards set region = 'East Sussex', cover_image_url = '/pictures/' || id || '-960.webp'
    where id in (${day.first.vineyard.id}, ${day.second.vineyard.id})`
  await sql`update itineraries set travel = 'no_car', title = 'Without a car to Hazel' where id = ${day.id}`
  const cardIn = async () => {
    const html = await textOf(await visit('/itineraries'))
    return html.split('<li').find((card) => card.includes('Without a car to Hazel')) ?? ''
  }
  const card = await cardIn()
  expect(pageText(card)).toMatch(
    /Without a car to Hazel East Sussex 2 visits One day Without a car Chalk and lunch. from £37.00 per person/,
  )
  expect(new Set([...card.matchAll(/ src="([^"]+)"/g)].map(([, src]) => src)).size).toBe(2)
  await sql`update experiences set is_active = false where id = ${day.second.experience.id}`
  expect(pageText(await cardIn())).not.toContain('per person')
})
