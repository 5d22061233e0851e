import ICAL from 'ical.js'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit, submitWithoutDatabase, expectErrors } = app
const saturday = '2026-06-06'
let made = 0

async function makeOffer(name: string, start_time: string, capacity = 10) {
  const vineyard = await makeVineyard(sql, { name, latitude: 50.87, longitude: 0.01, city: 'Lewes' })
  const experience = await makeExperience(sql, { vineyard_id: vineyard.id, title: `Tour of ${name}` })
  const pattern = await makePattern(sql, { experience_id: experience.id, start_time, capacity })
  return { vineyard, experience, pattern }
}
type Offer = Awaited<ReturnType<typeof makeOffer>>

/** A published itinerary with a stop at each of these, at the start that is given. */
async function publish(stops: { offer: Offer; start_time: string | null }[], title = 'Under the Downs') {
  const [curated] = await sql<[{ id: string }]>`
    insert into itineraries ${sql({ title, summary: 'Chalk and lunch.', begins_at: '09:30', is_curated: true, published_at: '2026-05-01T09:00:00Z' })}
    returning id`
  for (const [n, { offer, start_time }] of stops.entries())
    await sql`insert into itinerary_stops ${sql({
      itinerary_id: curated.id,
      place: n + 1,
      vineyard_id: offer.vineyard.id,
      experience_id: offer.experience.id,
      start_time,
      note: `Note ${n + 1}`,
    })}`
  return { ...curated, path: `/itinerary/${curated.id}` }
}

/** What pressing "Make it mine" sends, with an id and a key as the page makes them. */
function asked(changes: Record<string, string> = {}) {
  const n = String(++made).padStart(3, '0')
  const [id, key] = [`00000000-0000-4000-8000-000000000${n}`, `${'c'.repeat(40)}${n}`]
  return { intent: 'copy', id, key, visit_date: saturday, party: '2', ...changes }
}
const stopsOf = async (id: string) =>
  sql`
    select v.name, e.title, s.start_time, s.note, s.booking_id, s.day from itinerary_stops s
      left join vineyards v on v.id = s.vineyard_id left join experiences e on e.id = s.experience_id
    where s.itinerary_id = ${id} order by s.place`

/** A booked day of one visit, as its maker sees it: its addresses and the booking. */
async function bookADay(offer: Offer, date = saturday) {
  const answers = asked()
  const price = Number(offer.experience.price_per_person)
  const start = '14:30:00'
  const visits = `0|${offer.vineyard.id}|${offer.experience.id}|${offer.pattern.id}-${date}|${start}|${price}`
  const booked = await submit('/itinerary/create', {
    ...answers,
    intent: 'book',
    title: 'A day near Lewes',
    visit_date: date,
    visit: visits,
    guest_name: 'Ada Lovelace',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    special_requests: '',
  })
  const path = booked.headers.get('Location') ?? ''
  await submit(path, { intent: 'share' })
  const share =
    /value="http:\/\/site\.test([^"]+\?share=[^"]+)"/.exec(await textOf(await visit(path)))?.[1] ?? ''
  const [booking] = await sql<[{ id: string; reference: string }]>`
    select b.id, b.reference from bookings b join itinerary_stops s on s.booking_id = b.id
    where s.itinerary_id = ${answers.id}`
  return { id: answers.id, path, share, booking }
}
const calendarAt = async (path: string) => {
  const response = await visit(path.replace('?', '/calendar.ics?'))
  const text = await response.text()
  const type = response.headers.get('Content-Type')
  if (response.status !== 200) return { status: response.status, type, text, entries: [] }
  const entries = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one))
    .map(({ uid, sequence, summary, startDate, endDate }) => ({
      uid,
      sequence,
      summary,
      start: startDate.toString(),
      end: endDate.toString(),
      zone: startDate.zone.tzid,
    }))
  return { status: response.status, type, text, entries }
}

test('a published itinerary becomes one’s own with one press: its stops, their times where they have places, and a key', async () => {
  const [ash, beech] = [await makeOffer('Ash Hill', '11:00'), await makeOffer('Beech Hill', '14:30')]
  const curated = await publish([
    { offer: ash, start_time: '11:00' },
    { offer: beech, start_time: '14:30' },
  ])
  expect(await textOf(await visit(curated.path))).toContain('Make it mine')
  const answers = asked()
  const copied = await submit(curated.path, answers)
  const there = `/itinerary/${answers.id}?key=${answers.key}&copied=0-0`
  expect([copied.status, copied.headers.get('Location')]).toEqual([302, there])
  const page = await textOf(await visit(there))
  for (const words of ['This copy is yours.', 'Saturday 6 June 2026', 'Chalk and lunch.', 'Change the day'])
    expect(page).toContain(words)
  expect(page).toContain('It has places for the 2 of you.')
  expect(page).not.toContain('Make it mine')
  expect(await stopsOf(answers.id)).toMatchObject([
    { name: 'Ash Hill', title: 'Tour of Ash Hill', start_time: '11:00:00', note: 'Note 1' },
    { name: 'Beech Hill', start_time: '14:30:00', booking_id: null },
  ])
  expect((await submit(curated.path, answers)).headers.get('Location')).toBe(there)
  expect(await stopsOf(answers.id)).toHaveLength(2)
  expect((await visit(`/itinerary/${answers.id}`)).status).toBe(404)
})

test('a copy loses the times that can not be booked, and the vineyards that are hidden, and says so', async () => {
  const [full, moved, hidden] = [
    await makeOffer('Full Hill', '11:00'),
    await makeOffer('Moved Hill', '12:00'),
    await makeOffer('Hidden Hill', '14:30'),
  ]
  await makePattern(sql, { experience_id: full.experience.id, start_time: '16:00' })
  await sql`insert into slot_inventory ${sql({ pattern_id: full.pattern.id, slot_date: saturday, capacity: 10, booked: 9 })}`
  await sql`update vineyards set is_visible = false where id = ${hidden.vineyard.id}`
  const curated = await publish([
    { offer: full, start_time: '11:00' },
    { offer: moved, start_time: '13:00' },
    { offer: hidden, start_time: '14:30' },
  ])
  const answers = asked()
  const there = (await submit(curated.path, answers)).headers.get('Location') ?? ''
  expect(there).toContain('copied=2-1')
  const page = await textOf(await visit(there))
  expect(page).toContain('2 of its times can not be booked for your day and party')
  expect(page).toContain('One vineyard is no longer listed here, so its stop was left out.')
  expect(page).toContain('It has places for the 2 of you at 4:00 PM.')
  expect(await stopsOf(answers.id)).toMatchObject([
    { name: 'Full Hill', start_time: null },
    { name: 'Moved Hill', start_time: null },
  ])
  const anyDay = asked({ visit_date: '' })
  expect((await submit(curated.path, anyDay)).headers.get('Location')).toContain('copied=0-1')
  expect(await stopsOf(anyDay.id)).toMatchObject([{ start_time: '11:00:00' }, { start_time: '13:00:00' }])
})

test('a copy for no possible day or party is refused in a sentence, and so is one of what is not there', async () => {
  const curated = await publish([{ offer: await makeOffer('Oak Hill', '11:00'), start_time: null }])
  const refused = async (changes: Record<string, string>) => {
    const response = await submit(curated.path, asked(changes))
    expect(response.status).toBe(422)
    return textOf(response)
  }
  expect(await refused({ visit_date: '2026-05-31' })).toContain('That day has passed.')
  expect(await refused({ visit_date: '2026-02-30' })).toContain('That is not a day in the calendar.')
  expect(await refused({ party: '0' })).toContain('from 1 to 100')
  expect(await refused({ key: 'short' })).toContain('This page is too old for that.')
  await sql`update itineraries set published_at = null where id = ${curated.id}`
  expect((await submit(curated.path, asked())).status).toBe(404)
  expect((await submitWithoutDatabase(curated.path, asked())).status).toBe(503)
  expectErrors()
})

test('ten presses at once make one copy', async () => {
  const curated = await publish([{ offer: await makeOffer('Elm Hill', '11:00'), start_time: '11:00' }])
  const answers = asked()
  const all = await Promise.all(Array.from({ length: 10 }, () => app.submitElsewhere(curated.path, answers)))
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 302))
  expect(await stopsOf(answers.id)).toHaveLength(1)
})

test('whoever has the link sees when the booked visits are, that they are booked, and no way to book or open them', async () => {
  const day = await bookADay(await makeOffer('Fir Hill', '14:30'))
  const shared = await textOf(await visit(day.share))
  expect(shared).toMatch(/2:30 PM.*Fir Hill/s)
  expect(shared).toContain('Booked')
  for (const secret of ['Book Now', '/booking/', day.booking.reference, 'Ada', 'ada@example.com', '01632'])
    expect(shared).not.toContain(secret)
  expect(await textOf(await visit(day.path))).not.toContain('Book Now')
  const copied = await submit(day.share, asked())
  expect(await textOf(await visit(copied.headers.get('Location') ?? ''))).toContain('2:30 PM')
})

test('a cancelled visit can be booked anew or taken out of the day', async () => {
  const day = await bookADay(await makeOffer('Yew Hill', '14:30'))
  const [stop] = await sql<[{ id: string }]>`select id from itinerary_stops where itinerary_id = ${day.id}`
  const remove = () =>
    submit(day.path.replace('?', '/edit?'), { intent: 'remove', version: '1', stop: stop.id })
  expect((await remove()).status).toBe(422)
  await submit(`/booking/${day.booking.id}`, { intent: 'cancel' })
  const page = await textOf(await visit(day.path))
  expect(page).toContain('Cancelled')
  expect(page).toContain('It has places for the 2 of you.')
  expect(page).toMatch(/href="\/book-now\/[^"]+date=2026-06-06/)
  expect((await remove()).status).toBe(302)
  expect(await stopsOf(day.id)).toEqual([])
})

test('a visit that was moved to another day says so in the day it was planned for', async () => {
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

test('a slot that sold out after it was planned says so with what is left, and a party too big is told', async () => {
  const offer = await makeOffer('Sold Hill', '11:00', 4)
  await makePattern(sql, { experience_id: offer.experience.id, start_time: '15:00', capacity: 8 })
  const curated = await publish([{ offer, start_time: '11:00' }])
  const answers = asked()
  const there = (await submit(curated.path, answers)).headers.get('Location') ?? ''
  await sql`insert into slot_inventory ${sql({ pattern_id: offer.pattern.id, slot_date: saturday, capacity: 4, booked: 4 })}`
  const page = await textOf(await visit(there))
  expect(page).toContain('11:00 AM no longer has places for the 2 of you. There are places at 3:00 PM.')
  await sql`update itineraries set party = 9 where id = ${answers.id}`
  expect(await textOf(await visit(there))).toContain('It does not take a party of 9.')
  await sql`update itineraries set party = 2 where id = ${answers.id}`
  await sql`update experiences set is_active = false where id = ${offer.experience.id}`
  expect(await textOf(await visit(there))).toContain('11:00 AM can not be booked on that day.')
})

test('a day goes into a calendar: one entry a stop, the same one after a change, newer', async () => {
  const [ash, beech] = [await makeOffer('Ash Edge', '11:00'), await makeOffer('Beech Edge', '14:30')]
  const curated = await publish([
    { offer: ash, start_time: '11:00' },
    { offer: beech, start_time: null },
  ])
  const answers = asked()
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

test('a shared calendar file tells nothing of who booked or how to change it; its maker’s has the reference', async () => {
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

test('without a day there is no calendar file, and the answer says what is missing', async () => {
  const curated = await publish([{ offer: await makeOffer('Any Hill', '11:00'), start_time: '11:00' }])
  const response = await visit(`${curated.path}/calendar.ics`)
  expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('for any day')])
  expect(await textOf(await visit(curated.path))).not.toContain('calendar.ics')
})

test('a withdrawn link says so and leads on', async () => {
  const day = await bookADay(await makeOffer('Last Hill', '14:30'))
  await submit(day.path, { intent: 'withdraw' })
  const gone = await visit(day.share)
  const page = await textOf(gone)
  expect(gone.status).toBe(404)
  expect(page).toContain('Its link may have been withdrawn.')
  expect(page).toContain('All itineraries')
})

test('a stop at latitude 0 or of no known place is left off the map, by name, and no way to it is made up', async () => {
  const offer = await makeOffer('Ground Hill', '11:00')
  const curated = await publish([{ offer, start_time: null }])
  await sql`
    insert into itinerary_stops (itinerary_id, place, name, latitude, longitude)
    values (${curated.id}, 2, 'Null Island', 0, 0.5), (${curated.id}, 3, 'The Ram Inn', null, null)`
  const page = await textOf(await visit(curated.path))
  expect(page).toContain('Not on the map, because nobody has said where it is: Null Island, The Ram Inn.')
  expect(page.match(/How far it is we do not know/g)).toHaveLength(2)
})

test('a day of as many stops as there can be is shown whole and goes into a calendar', async () => {
  const answers = asked()
  const curated = await publish([{ offer: await makeOffer('Long Hill', '11:00'), start_time: null }])
  await sql`
    insert into itinerary_stops (itinerary_id, place, name)
    select ${curated.id}, n, 'Halt ' || n from generate_series(2, 200) n`
  expect((await textOf(await visit(curated.path))).match(/<h3>/g)?.length).toBeGreaterThanOrEqual(200)
  const there = (await submit(curated.path, answers)).headers.get('Location') ?? ''
  expect((await calendarAt(there)).entries).toHaveLength(200)
})
