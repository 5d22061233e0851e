import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeExperience, makePattern, makeVineyard, sellPlaces } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'
import { planDays, saturday } from '../../../../test/planned-days.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit, submitWithoutDatabase, expectErrors } = app
const { publish, copyForm, stopsOf, bookADay } = planDays(app)

/** Makes a vineyard near Lewes with a one-hour tour at these times. */
async function makeTour(name: string, latitude: number, ...times: [string, number?][]) {
  const vineyard = await makeVineyard(sql, { name, latitude, longitude: 0.01, city: 'Lewes' })
  const experience = await makeExperience(sql, {
    vineyard_id: vineyard.id,
    title: `Tour of ${name}`,
    duration_minutes: 60,
  })
  const patterns = []
  for (const [start_time, capacity = 10] of times)
    patterns.push(await makePattern(sql, { experience_id: experience.id, start_time, capacity }))
  const [pattern] = patterns
  if (!pattern) throw new Error('A tour needs a time')
  return { vineyard, experience, pattern, patterns }
}

// Visits: Ash Hill from 10:00 to 11:00, Beech Hill from 12:00 to 1:00, and Cherry Hill from 3:00, a short drive apart.
const ash = await makeTour('Ash Hill', 50.87, ['10:00'])
const beech = await makeTour('Beech Hill', 50.88, ['11:15'], ['12:00'], ['13:15'], ['14:30'], ['13:30', 2])
const cherry = await makeTour('Cherry Hill', 50.89, ['15:00'])
const near = await makeTour('Near Hill', 50.885, ['12:30'], ['14:45'], ['16:00'])
await makeTour('Full Hill', 50.886, ['12:30', 1])
await makeTour('Far Hill', 51.5, ['12:30'])

/** Copies a day with the three visits for two guests. `stop` and `version` read the copy, and `send` sends its forms. */
async function ownDay() {
  const curated = await publish([
    { offer: ash, start_time: '10:00' },
    { offer: beech, start_time: '12:00' },
    { offer: cherry, start_time: '15:00' },
  ])
  const answers = copyForm()
  await submit(curated.path, answers)
  const page = `/itinerary/${answers.id}?key=${answers.key}`
  const stop = async (name: string) => {
    const [row] = await sql<{ id: string }[]>`
      select s.id from itinerary_stops s join vineyards v on v.id = s.vineyard_id
      where s.itinerary_id = ${answers.id} and v.name = ${name}`
    return row?.id ?? ''
  }
  const version = async () => {
    const [row] = await sql<{ version: number }[]>`select version from itineraries where id = ${answers.id}`
    return String(row?.version)
  }
  const send = async (fields: Record<string, string>) => submit(page, { version: await version(), ...fields })
  return { id: answers.id, page, stop, version, send }
}

const pageText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const choice = (tour: { experience: { id: string } }, start: string) => `${tour.experience.id}|${start}:00`

test('offers other times and nearby vineyards that have places and fit between the stops before and after', async () => {
  const day = await ownDay()
  await sellPlaces(sql, { pattern_id: beech.patterns[4]?.id ?? '', slot_date: saturday, booked: 1 })
  const page = await textOf(await visit(`${day.page}&swap=${await day.stop('Beech Hill')}`))
  // 11:15 is too soon after Ash Hill, 2:30 is too late for Cherry Hill, and one place is left at 1:30.
  const offered = [...page.matchAll(/value="([0-9a-f-]{36}\|[\d:]+)"/g)].map(([, value]) => value)
  expect(offered).toEqual([choice(beech, '13:15'), choice(near, '12:30')])
  expect(pageText(page)).toContain('Keep Beech Hill as it is')
  expect(pageText(page)).toContain('Tour of Near Hill, £18.50 per person')
})

test('a visit can be swapped for another time, and the swap can be undone', async () => {
  const day = await ownDay()
  const stop = await day.stop('Beech Hill')
  const swapped = await day.send({ intent: 'swap', stop, choice: choice(beech, '13:15') })
  const page = await textOf(swapped)
  expect(swapped.status).toBe(200)
  expect(pageText(page)).toMatch(/The visit is swapped.*Undo/)
  expect(await stopsOf(day.id)).toMatchObject([{}, { name: 'Beech Hill', start_time: '13:15:00' }, {}])
  const undo = Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  expect((await submit(day.page, { ...undo, intent: 'swap_back' })).status).toBe(200)
  expect(await stopsOf(day.id)).toMatchObject([
    {},
    { name: 'Beech Hill', start_time: '12:00:00', note: 'Note 2' },
    {},
  ])
})

test('a swap for another vineyard drops the note, and Undo brings back both the vineyard and the note', async () => {
  const day = await ownDay()
  const stop = await day.stop('Beech Hill')
  const page = await textOf(await day.send({ intent: 'swap', stop, choice: choice(near, '12:30') }))
  expect(await stopsOf(day.id)).toMatchObject([
    { name: 'Ash Hill' },
    { name: 'Near Hill', title: 'Tour of Near Hill', start_time: '12:30:00', note: null },
    { name: 'Cherry Hill' },
  ])
  const form = /<form[^>]*>(?:(?!<\/form>).)*The visit is swapped.*?<\/form>/s.exec(page)?.[0] ?? ''
  const undo = Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  expect(undo.stop).not.toBe(stop)
  await submit(day.page, { ...undo, intent: 'swap_back' })
  expect(await stopsOf(day.id)).toMatchObject([
    {},
    { name: 'Beech Hill', start_time: '12:00:00', note: 'Note 2' },
    {},
  ])
})

test('refuses a time that is full or does not fit, and rejects a swap in an outdated plan', async () => {
  const day = await ownDay()
  const stop = await day.stop('Beech Hill')
  const refused = async (fields: Record<string, string>, status: number) => {
    const answer = await day.send({ intent: 'swap', stop, ...fields })
    expect(answer.status, JSON.stringify(fields)).toBe(status)
    return pageText(await textOf(answer))
  }
  const lost = 'That visit no longer has places or no longer fits.'
  for (const start of ['11:15', '14:30', '13:30', '09:00'])
    expect(await refused({ choice: choice(beech, start) }, 409)).toContain(lost)
  expect(await refused({ choice: choice(near, '14:45') }, 409)).toContain(lost)
  expect(await refused({ choice: 'nonsense' }, 409)).toContain(lost)
  expect(await refused({ intent: 'swap_back', vineyard_id: 'x' }, 409)).toContain(lost)
  expect(
    await refused(
      { intent: 'swap_back', vineyard_id: ash.vineyard.id, experience_id: beech.experience.id },
      409,
    ),
  ).toContain(lost)
  expect(await refused({ choice: choice(beech, '13:15'), version: '99' }, 409)).toContain('in another window')
  expect(await refused({ stop: ash.vineyard.id, choice: choice(beech, '13:15') }, 422)).toContain(
    'has been removed',
  )
  expect(await stopsOf(day.id)).toMatchObject([{}, { start_time: '12:00:00' }, {}])
  expect((await submitWithoutDatabase(day.page, { intent: 'swap', stop, version: '1' })).status).toBe(503)
  expectErrors()
})

test('undoing a swap cannot bring back a hidden vineyard', async () => {
  const { id, stop, send } = await ownDay()
  const hidden = await makeVineyard(sql, { name: 'Hidden Hill', is_visible: false })
  const back = { intent: 'swap_back', vineyard_id: hidden.id, start_time: '', minutes: '', note: '' }
  expect((await send({ ...back, stop: await stop('Beech Hill') })).status).toBe(409)
  expect((await stopsOf(id)).map(({ name }) => name)).toEqual(['Ash Hill', 'Beech Hill', 'Cherry Hill'])
})

test('only one of two simultaneous swaps is made', async () => {
  const day = await ownDay()
  const [stop, version] = [await day.stop('Beech Hill'), await day.version()]
  const both = await Promise.all(
    [choice(beech, '13:15'), choice(near, '12:30')].map((wanted) =>
      app.submitElsewhere(day.page, { intent: 'swap', version, stop, choice: wanted }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('only the maker of a day can swap visits, and only visits that are not booked', async () => {
  const day = await bookADay({ ...beech, pattern: beech.patterns[3] ?? beech.pattern })
  const [stop] = await sql<[{ id: string }]>`select id from itinerary_stops where itinerary_id = ${day.id}`
  const maker = await textOf(await visit(`${day.path}&swap=${stop.id}`))
  expect(maker).not.toContain('Other times')
  const wanted = { intent: 'swap', version: '1', stop: stop.id, choice: choice(beech, '12:00') }
  expect((await submit(day.path, wanted)).status).toBe(422)
  const shared = await ownDay()
  await submit(shared.page, { intent: 'share' })
  const [{ share_id }] = await sql<
    [{ share_id: string }]
  >`select share_id from itineraries where id = ${shared.id}`
  const reader = `/itinerary/${shared.id}?share=${share_id}`
  const own = await shared.stop('Beech Hill')
  expect(await textOf(await visit(`${reader}&swap=${own}`))).not.toContain('Other times')
  expect((await submit(reader, { ...wanted, stop: own })).status).toBe(404)
})

test('adds up the prices of the visits, and names the visit without a price', async () => {
  const day = await ownDay()
  const total = async () => pageText(await textOf(await visit(day.page)))
  expect(await total()).toMatch(
    /Total for 2 guests £111.00 \(£55.50 per person\) .*You pay at each vineyard\./,
  )
  await sql`update itinerary_stops set experience_id = null where id = ${await day.stop('Ash Hill')}`
  const page = await total()
  expect(page).toContain('Total for 2 guests £74.00')
  expect(page).toContain('Not included, because we don’t know the price: Ash Hill.')
})

test('shows a lunch break in a gap that is long enough, with the food that the neighbouring vineyards state', async () => {
  const day = await ownDay()
  await sql`update experiences set food = 'Bread and cheese' where id = ${beech.experience.id}`
  const page = pageText(await textOf(await visit(day.page)))
  // Beech Hill ends at 1:00 PM, and its guests leave at 2:30 PM at the latest.
  expect(page).toMatch(
    /Beech Hill.*Lunch: 1:00 PM to 2:30 PM , about 1h 30min Food at Beech Hill, in the vineyard’s words: Bread and cheese/,
  )
  await sql`update itinerary_stops set start_time = '13:30' where id = ${await day.stop('Beech Hill')}`
  await sql`update itinerary_stops set start_time = '12:00' where id = ${await day.stop('Ash Hill')}`
  expect(pageText(await textOf(await visit(day.page)))).not.toContain('Lunch:')
})
