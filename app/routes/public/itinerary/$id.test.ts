import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makePattern, sellPlaces } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'
import { planDays, saturday, planFormOf, sendPlan } from '../../../../test/planned-days.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit, submitWithoutDatabase, expectErrors } = app
const { makeOffer, publish, copyForm, stopsOf, bookADay, calendarAt } = planDays(app)

test('the page offers readers the URL of a published itinerary to share, but not the URL of a plan shared by its maker', async () => {
  const curated = await publish([{ offer: await makeOffer('Beech Hill', '11:00'), start_time: '11:00' }])
  const published = await textOf(await visit(`${curated.path}?date=2026-06-06&guests=2`))
  expect(published).toContain('Share the plan</h2>')
  expect(published).toContain(`readOnly="" value="http://site.test${curated.path}"`)
  // Without a script there are no buttons, because they could not act.
  expect(published).not.toContain('Copy link')
  const share_id = randomUUID()
  await sql`
    update itineraries set is_curated = false, published_at = null, share_id = ${share_id}, key_hash = ${Buffer.alloc(32)}
    where id = ${curated.id}`
  const shared = await textOf(await visit(`${curated.path}?share=${share_id}`))
  expect(shared).toContain('Make it yours')
  expect(shared).not.toContain('Share the plan')
})

test('a copy of a published itinerary has its stops, its available times and a new key', async () => {
  const [ash, beech] = [await makeOffer('Ash Hill', '11:00'), await makeOffer('Beech Hill', '14:30')]
  const curated = await publish([
    { offer: ash, start_time: '11:00' },
    { offer: beech, start_time: '14:30' },
  ])
  await sql`update vineyards set cover_image_url = '/pictures/downs-960.webp' where id = ${ash.vineyard.id}`
  const published = await textOf(await visit(curated.path))
  expect(published).toContain('Make it mine')
  // Above the plan, each vineyard has its photograph or, without a photograph, a drawing.
  const pictures = /<div class="day-pictures" data-pictures="2">.*?<\/div><\/div>/s.exec(published)?.[0]
  expect(pictures).toMatch(/<img[^>]*\/pictures\/downs-[^>]*alt="Ash Hill"/)
  expect(pictures).toContain('class="scene')
  const answers = copyForm()
  const copied = await submit(curated.path, answers)
  const there = `/itinerary/${answers.id}?key=${answers.key}&copied=0-0`
  expect([copied.status, copied.headers.get('Location')]).toEqual([302, there])
  const page = await textOf(await visit(there))
  for (const words of ['This copy is yours.', 'Saturday 6 June 2026', 'Chalk and lunch.', 'Edit this plan'])
    expect(page).toContain(words)
  expect(page).toContain('There are places for the 2 of you.')
  expect(page).not.toContain('Make it mine')
  expect(await stopsOf(answers.id)).toMatchObject([
    { name: 'Ash Hill', title: 'Tour of Ash Hill', start_time: '11:00:00', note: 'Note 1' },
    { name: 'Beech Hill', start_time: '14:30:00', booking_id: null },
  ])
  expect((await submit(curated.path, answers)).headers.get('Location')).toBe(there)
  expect(await stopsOf(answers.id)).toHaveLength(2)
  // A request without the plan's key gets the same answer as for a missing plan. The page says how friends open a plan.
  const missing = await Promise.all(
    [answers.id, randomUUID(), 'nothing'].map((id) => visit(`/itinerary/${id}`)),
  )
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404])
  for (const response of missing)
    expect(await textOf(response)).toContain(
      'An itinerary opens in the browser that made it, or with its share link',
    )
})

test('a copy leaves out unavailable times and hidden vineyards, and says what it leaves out', async () => {
  const [full, moved, hidden] = [
    await makeOffer('Full Hill', '11:00'),
    await makeOffer('Moved Hill', '12:00'),
    await makeOffer('Hidden Hill', '14:30'),
  ]
  await makePattern(sql, { experience_id: full.experience.id, start_time: '16:00' })
  await sellPlaces(sql, { pattern_id: full.pattern.id, slot_date: saturday, booked: 9 })
  await sql`update vineyards set is_visible = false where id = ${hidden.vineyard.id}`
  const curated = await publish([
    { offer: full, start_time: '11:00' },
    { offer: moved, start_time: '13:00' },
    { offer: hidden, start_time: '14:30' },
  ])
  const answers = copyForm()
  const there = (await submit(curated.path, answers)).headers.get('Location') ?? ''
  expect(there).toContain('copied=2-1')
  const page = await textOf(await visit(there))
  expect(page).toContain('2 of the times cannot be booked for your day and party')
  expect(page).toContain('One vineyard is no longer listed here, so its stop was left out.')
  expect(page).toContain('There are places for the 2 of you at 4:00 PM.')
  expect(await stopsOf(answers.id)).toMatchObject([
    { name: 'Full Hill', start_time: null },
    { name: 'Moved Hill', start_time: null },
  ])
  const anyDay = copyForm({ visit_date: '' })
  expect((await submit(curated.path, anyDay)).headers.get('Location')).toContain('copied=0-1')
  expect(await stopsOf(anyDay.id)).toMatchObject([{ start_time: '11:00:00' }, { start_time: '13:00:00' }])
})

test('rejects a copy with an invalid day or party, and a copy of an itinerary that is no longer published', async () => {
  const curated = await publish([{ offer: await makeOffer('Oak Hill', '11:00'), start_time: null }])
  const refused = async (changes: Record<string, string>) => {
    const response = await submit(curated.path, copyForm(changes))
    expect(response.status).toBe(422)
    return textOf(response)
  }
  expect(await refused({ visit_date: '2026-05-31' })).toContain('That day has passed.')
  expect(await refused({ visit_date: '2026-02-30' })).toContain('That isn’t a valid date.')
  expect(await refused({ party: '0' })).toContain('from 1 to 100')
  expect(await refused({ key: 'short' })).toContain('This page was out of date.')
  await sql`update itineraries set published_at = null where id = ${curated.id}`
  expect((await submit(curated.path, copyForm())).status).toBe(404)
  expect((await submitWithoutDatabase(curated.path, copyForm())).status).toBe(503)
  expectErrors()
})

test('ten simultaneous requests make one copy', async () => {
  const curated = await publish([{ offer: await makeOffer('Elm Hill', '11:00'), start_time: '11:00' }])
  const answers = copyForm()
  const all = await Promise.all(Array.from({ length: 10 }, () => app.submitElsewhere(curated.path, answers)))
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 302))
  expect(await stopsOf(answers.id)).toHaveLength(1)
})

test('a reader sees which visits are booked and when, but no links that book a visit or open a booking', async () => {
  const day = await bookADay(await makeOffer('Fir Hill', '14:30'))
  const shared = await textOf(await visit(day.share))
  expect(shared).toMatch(/2:30 PM.*Fir Hill/s)
  expect(shared).toContain('Booked')
  for (const secret of ['Book Now', '/booking/', day.booking.reference, 'Ada', 'ada@example.com', '01632'])
    expect(shared).not.toContain(secret)
  expect(await textOf(await visit(day.path))).not.toContain('Book Now')
  const copied = await submit(day.share, copyForm())
  expect(await textOf(await visit(copied.headers.get('Location') ?? ''))).toContain('2:30 PM')
})

test('a cancelled visit can be booked again or removed', async () => {
  const day = await bookADay(await makeOffer('Yew Hill', '14:30'))
  const [stop] = await sql<[{ id: string }]>`select id from itinerary_stops where itinerary_id = ${day.id}`
  const remove = async () => {
    const [{ version }] = await sql<[{ version: string }]>`
      select version::text from itineraries where id = ${day.id}`
    return submit(day.path.replace('?', '/edit?'), { intent: 'remove', version, stop: stop.id })
  }
  expect((await remove()).status).toBe(422)
  await submit(`/booking/${day.booking.id}`, { intent: 'cancel' })
  const page = await textOf(await visit(day.path))
  expect(page).toContain('Cancelled')
  expect(page).toContain('There are places for the 2 of you.')
  expect((await sendPlan(visit, day.path, await planFormOf(visit, day.path))).status).toBe(302)
  const [{ booking_id: again }] = await sql<[{ booking_id: string }]>`
    select booking_id from itinerary_stops where id = ${stop.id}`
  expect(again).not.toBe(day.booking.id)
  await submit(`/booking/${again}`, { intent: 'cancel' })
  expect((await remove()).status).toBe(302)
  expect(await stopsOf(day.id)).toEqual([])
})

test('says that a visit was moved to another day', async () => {
  const day = await bookADay(await makeOffer('Holm Hill', '14:30'))
  await sql`
    update bookings set booking_date = '2026-06-07', starts_at = starts_at + interval '1 day',
      ends_at = ends_at + interval '1 day'
    where id = ${day.booking.id}`
  const sentence = 'Booked for Sunday 7 June 2026 at 2:30 PM, not for this day'
  for (const path of [day.path, day.share]) expect(await textOf(await visit(path))).toContain(sentence)
  const [entry] = (await calendarAt(day.share)).entries
  expect(entry).toMatchObject({ start: '2026-06-07T14:30:00', zone: 'Europe/London' })
})

test('offers alternatives to a sold-out time, and says when the party is too large', async () => {
  const offer = await makeOffer('Sold Hill', '11:00', 4)
  await makePattern(sql, { experience_id: offer.experience.id, start_time: '15:00', capacity: 8 })
  const curated = await publish([{ offer, start_time: '11:00' }])
  const answers = copyForm()
  const there = (await submit(curated.path, answers)).headers.get('Location') ?? ''
  await sellPlaces(sql, { pattern_id: offer.pattern.id, slot_date: saturday, booked: 4 })
  const page = await textOf(await visit(there))
  expect(page).toContain('11:00 AM no longer has places for the 2 of you. There are places at 3:00 PM.')
  await sql`update itineraries set party = 9 where id = ${answers.id}`
  expect(await textOf(await visit(there))).toContain('Not available for a party of 9.')
  await sql`update itineraries set party = 2 where id = ${answers.id}`
  await sql`update experiences set is_active = false where id = ${offer.experience.id}`
  expect(await textOf(await visit(there))).toContain('11:00 AM cannot be booked that day.')
})

test('a share link that was switched off answers 404 with a message and a link to all itineraries', async () => {
  const day = await bookADay(await makeOffer('Last Hill', '14:30'))
  await submit(day.path, { intent: 'withdraw' })
  const gone = await visit(day.share)
  const page = await textOf(gone)
  expect(gone.status).toBe(404)
  expect(page).toContain('while that link is switched on.')
  expect(page).toContain('All itineraries')
})

test('answers 503 if an itinerary cannot be read, with a retry link that opens the same itinerary', async () => {
  // Uses a new itinerary, because pages already viewed are cached.
  const { path } = await publish([{ offer: await makeOffer('Far Hill', '10:30'), start_time: null }])
  const share = `${path}?share=0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b`
  await sql`alter table itineraries rename to itineraries_away`
  const away = await visit(share)
  await sql`alter table itineraries_away rename to itineraries`
  const page = await away.text()
  expect(away.status).toBe(503)
  expect(page).toContain('The itinerary could not be loaded.')
  expect(page).toContain(`href="${share}"`)
  expect(page).toContain('Try Again')
  expect(expectErrors()).toEqual([expect.stringContaining('An itinerary could not be read')])
})

test('beside the map, names the stops without a position, and shows no drive to these stops', async () => {
  const offer = await makeOffer('Ground Hill', '11:00')
  const curated = await publish([{ offer, start_time: null }])
  await sql`
    insert into itinerary_stops (itinerary_id, place, name, latitude, longitude)
    values (${curated.id}, 2, 'Null Island', 0, 0.5), (${curated.id}, 3, 'The Ram Inn', null, null)`
  const page = await textOf(await visit(curated.path))
  expect(page).toContain('Not on the map, because we don’t know the location: Null Island, The Ram Inn.')
  expect(page.match(/Distance unknown/g)).toHaveLength(2)
})

test('shows and exports an itinerary with 200 stops, the most that the database allows', async () => {
  const answers = copyForm()
  const curated = await publish([{ offer: await makeOffer('Long Hill', '11:00'), start_time: null }])
  await sql`
    insert into itinerary_stops (itinerary_id, place, name)
    select ${curated.id}, n, 'Halt ' || n from generate_series(2, 200) n`
  expect((await textOf(await visit(curated.path))).match(/<h3>/g)?.length).toBeGreaterThanOrEqual(200)
  const there = (await submit(curated.path, answers)).headers.get('Location') ?? ''
  expect((await calendarAt(there)).entries).toHaveLength(200)
})
