import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { sellPlaces } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'
import { planDays, planFormOf, saturday, sendPlan } from '../../../../test/planned-days.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const { publishTwoVisits, copyForm, stopsOf } = planDays(app)

const pageText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const formOf = (path: string) => planFormOf(visit, path)
const send = (path: string, form: Awaited<ReturnType<typeof formOf>>, changes = {}) =>
  sendPlan(visit, path, form, changes)

/** Saves a plan for two with visits at 11:00 and 2:30, without booking it. */
async function savePlan(name: string, capacity = 10) {
  const { first, second, ...day } = await publishTwoVisits(name, capacity)
  const copy = copyForm()
  await submit(day.path, copy)
  return { first, second, id: copy.id, path: `/itinerary/${copy.id}?key=${copy.key}` }
}
const placesTaken = async () => {
  const [{ places }] = await sql<
    [{ places: number }]
  >`select coalesce(sum(booked), 0)::int as places from slots`
  return places
}

test('books all visits of a saved plan with one press, and the plan shows their bookings', async () => {
  const plan = await savePlan('Ash')
  const text = pageText(await textOf(await visit(plan.path)))
  expect(text).toMatch(/Book this plan .*Total for 2 guests £74.00 Book both visits/)
  const form = await formOf(plan.path)
  const [before, booked] = [await placesTaken(), await send(plan.path, form)]
  expect(booked.headers.get('Location')).toBe(plan.path)
  expect(await stopsOf(plan.id)).toMatchObject([
    { name: 'Ash Hill', booking_id: expect.any(String), note: 'Note 1' },
    { name: 'Ash Dale', booking_id: expect.any(String), note: 'Note 2' },
  ])
  const own = pageText(await textOf(await visit(plan.path)))
  expect(own).toContain('2 visits are booked:')
  expect(own).not.toContain('Book this plan')
  // Sending the same form again, as after a press of Back, books nothing more.
  expect((await send(plan.path, form)).status).toBe(302)
  expect(await placesTaken()).toBe(before + 4)
})

test('leaves out a visit without places, and books the others', async () => {
  const plan = await savePlan('Beech')
  await sellPlaces(sql, { pattern_id: plan.first.pattern.id, slot_date: saturday, booked: 9 })
  const text = pageText(await textOf(await visit(plan.path)))
  expect(text).toContain('11:00 AM no longer has places for the 2 of you.')
  expect(text).toContain('Book the visit')
  expect((await send(plan.path, await formOf(plan.path))).status).toBe(302)
  expect(await stopsOf(plan.id)).toMatchObject([{ booking_id: null }, { booking_id: expect.any(String) }])
})

test('books nothing if a visit fills up meanwhile, and keeps the typed text', async () => {
  const plan = await savePlan('Cherry')
  const form = await formOf(plan.path)
  await sellPlaces(sql, { pattern_id: plan.second.pattern.id, slot_date: saturday, booked: 10 })
  const refused = await send(plan.path, form)
  const text = await textOf(refused)
  expect(refused.status).toBe(409)
  expect(text).toContain('The visit at 2:30 PM has just filled up. Nothing was booked.')
  expect(text).toContain('value="Ada Lovelace"')
  expect(await stopsOf(plan.id)).toMatchObject([{ booking_id: null }, { booking_id: null }])
})

test('books nothing if the plan has changed since the form was shown', async () => {
  const plan = await savePlan('Dogwood')
  const form = await formOf(plan.path)
  await sql`update itineraries set party = 4, version = version + 1 where id = ${plan.id}`
  const before = await placesTaken()
  const refused = await send(plan.path, form)
  expect(refused.status).toBe(409)
  expect(await textOf(refused)).toContain('This plan was changed in another window in the meantime.')
  expect(await placesTaken()).toBe(before)
  expect(await formOf(plan.path)).toMatchObject({ party: '4' })
})

test('books a plan only with its edit key', async () => {
  const plan = await savePlan('Elder')
  const form = await formOf(plan.path)
  await submit(plan.path, { intent: 'share' })
  const [{ share_id }] = await sql<[{ share_id: string }]>`
    select share_id from itineraries where id = ${plan.id}`
  const shared = `/itinerary/${plan.id}?share=${share_id}`
  expect(await textOf(await visit(shared))).not.toContain('Book this plan')
  await send(shared, form)
  expect(await stopsOf(plan.id)).toMatchObject([{ booking_id: null }, { booking_id: null }])
})

test('ten simultaneous requests book a plan once', async () => {
  const plan = await savePlan('Fir', 2)
  const form = await formOf(plan.path)
  const before = await placesTaken()
  const all = await Promise.all(Array.from({ length: 10 }, () => send(plan.path, form)))
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 302))
  expect(await placesTaken()).toBe(before + 4)
  expect((await stopsOf(plan.id)).filter(({ booking_id }) => booking_id)).toHaveLength(2)
})

test('gives no price per person if the bookings of a plan are for different numbers of guests', async () => {
  const plan = await savePlan('Gorse')
  await send(plan.path, await formOf(plan.path))
  expect(pageText(await textOf(await visit(plan.path)))).toContain(
    'Total for 2 guests £74.00 (£37.00 per person)',
  )
  const [stop] = await stopsOf(plan.id)
  await sql`update bookings set number_of_guests = 4, total_price = 74 where id = ${stop?.booking_id}`
  const text = pageText(await textOf(await visit(plan.path)))
  expect(text).toContain('Tour of Gorse Hill , £74.00 for 4')
  expect(text).toContain('Total £111.00')
  expect(text).not.toContain('per person')
})
