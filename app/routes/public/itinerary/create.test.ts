import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeVisitor, sellPlaces } from '../../../../test/make.ts'
import { makeTour } from '../../../../test/planned-days.ts'
import { textOf } from '../../../../test/page.ts'

const { sql, visit, submit, visitWithoutDatabase, expectErrors } = await startApp({
  now: '2026-06-01T09:00:00Z',
})

const makeStop = (name: string, start_time: string, latitude: number, capacity = 10) =>
  makeTour(sql, name, start_time, { latitude, capacity, duration_minutes: 60 })
const stops = [
  await makeStop('Ash Hill', '10:30', 50.87),
  await makeStop('Beech Hill', '12:15', 50.88),
  await makeStop('Cherry Hill', '14:45', 50.9),
]
const planUrl = '/itinerary/create?near=Lewes&date=2026-06-13&guests=2&from=10&until=18&pace=steady&days=1'

/** Returns the fields that the page's form sends. */
async function formOf(path: string): Promise<URLSearchParams> {
  const html = await (await visit(path)).text()
  const form = /<form[^>]*class="plan-book".*?<\/form>/s.exec(html)?.[0] ?? ''
  const answers = new URLSearchParams()
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const part = (name: string) =>
      new RegExp(`${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&quot;', '"') ?? ''
    answers.append(part('name'), part('value'))
  }
  return answers
}
const guest = {
  guest_name: 'Ada Lovelace',
  guest_email: 'ada@example.com',
  guest_phone: '01632 960123',
  special_requests: '',
}
const send = (answers: URLSearchParams, changes: Record<string, string>) => {
  for (const [name, value] of Object.entries(changes)) answers.set(name, value)
  return visit(planUrl, { method: 'POST', body: answers })
}
const counts = async () => {
  const [row] = await sql`
    select (select count(*)::int from bookings) as bookings, (select count(*)::int from itineraries) as itineraries,
      (select count(*)::int from emails) as mails, (select coalesce(sum(booked), 0)::int from slots) as places`
  return row
}

test('plans a day of available visits with drives and time for lunch', async () => {
  const page = await textOf(await visit(planUrl))
  const text = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toMatch(/10:30 AM to 11:30 AM Ash Hill.*12:15 PM.*Beech Hill.*2:45 PM.*Cherry Hill/)
  expect(text).toContain('minutes by car, about ')
  expect(text).toMatch(/Beech Hill.*Lunch: 1:15 PM to 2:20 PM , about 1h 5min.*Cherry Hill/)
  expect(text).toContain('Total for 2 guests £111.00')
  expect(text).toContain('Book all 3 visits')
})

test('shows above the button the terms of every visit, and which visits are confirmed straight away', async () => {
  const [, beech] = stops
  await sql`
    update experiences set is_instant = true, included = 'Three wines', cancellation_cutoff_minutes = 60
    where id = ${beech?.experience.id ?? ''}`
  await sql`update vineyards set is_demo = true where id = ${beech?.vineyard.id ?? ''}`
  const html = await textOf(await visit(planUrl))
  const page = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const button = page.indexOf('Book all 3 visits')
  for (const words of [
    'Included: Three wines Instant confirmation. Free to cancel until Saturday 13 June, 11:15 AM.',
    'The vineyard confirms on your booking’s page. We cannot send emails at the moment. Free to cancel until Saturday 13 June, 10:30 AM.',
    'Demonstration estate: nobody is expecting you',
    'You pay at each vineyard.',
    '1 confirmed, 2 still to be confirmed by Ash Hill and Cherry Hill.',
    'You must be 18 or over to be served wine.',
    'All times are UK time.',
  ]) {
    expect(page, words).toContain(words)
    expect(page.indexOf(words), words).toBeLessThan(button)
  }
})

test('shows a message at each invalid field', async () => {
  const refused = async (query: string) => {
    const response = await visit(`/itinerary/create?${query}`)
    expect(response.status, query).toBe(422)
    return textOf(response)
  }
  expect(await refused('date=2026-06-13')).toContain('Please enter a town, a postcode or a region.')
  expect(await refused('near=Atlantis&date=2026-06-13')).toContain('We couldn’t find that place.')
  expect(await refused('region=Atlantis&date=2026-06-13')).toContain(
    'There are no vineyards listed in that region.',
  )
  expect(await refused('near=Lewes')).toContain('Please choose a day.')
  expect(await refused('near=Lewes&date=2026-02-29')).toContain('That isn’t a valid date.')
  expect(await refused('near=Lewes&date=2026-05-31')).toContain('That day has passed.')
  expect(await refused('near=Lewes&date=2026-06-13&from=18&until=10')).toContain(
    'The end time must be after the start time.',
  )
  expect(await refused('near=Lewes&date=2026-06-13&guests=x&days=9&pace=mad')).toContain(
    'Please choose a pace.',
  )
})

test('the page says that no visit fits', async () => {
  expect(await textOf(await visit(planUrl.replace('guests=2', 'guests=9')))).toContain(
    'Nothing nearby has places',
  )
})

test('books every visit at once, and nothing more when the form is sent again', async () => {
  const answers = await formOf(planUrl)
  const booked = await send(answers, { ...guest, intent: 'book' })
  expect(booked.status).toBe(302)
  const there = booked.headers.get('Location') ?? ''
  expect(there).toMatch(/^\/itinerary\/[0-9a-f-]{36}\?key=[\w-]{43}$/)
  expect(await counts()).toMatchObject({ bookings: 3, itineraries: 1, places: 6 })
  expect((await send(answers, {})).headers.get('Location')).toBe(there)
  expect(await counts()).toMatchObject({ bookings: 3, itineraries: 1, places: 6 })

  const page = await textOf(await visit(there))
  expect(page).toContain('3 visits are booked:')
  expect(page.match(/href="\/booking\//g)).toHaveLength(3)
})

test('the visits belong to the visitor’s account, unless the sign-in has ended before the form is sent', async () => {
  const visitor = await makeVisitor(sql)
  const bookOn = async (day: string, visitor_session_token: string) => {
    const answers = await formOf(planUrl.replace('06-13', day))
    const booked = await send(answers, { ...guest, intent: 'book', visitor_session_token })
    expect(booked.status).toBe(302)
    const rows = await sql<{ user_id: string | null }[]>`
      select distinct b.user_id from bookings b join itinerary_stops s on s.booking_id = b.id
      where s.itinerary_id = ${answers.get('id') ?? ''}`
    return rows.map(({ user_id }) => user_id)
  }
  expect(await bookOn('06-27', visitor.token)).toEqual([visitor.id])
  expect(await bookOn('06-28', 'x'.repeat(43))).toEqual([null])
})

test('ten simultaneous requests book once', async () => {
  const before = await counts()
  const answers = await formOf(planUrl.replace('06-13', '06-14'))
  const all = await Promise.all(
    Array.from({ length: 10 }, () => send(new URLSearchParams(answers), { ...guest, intent: 'book' })),
  )
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 302))
  expect((await counts())?.bookings).toBe(before?.bookings + 3)
})

test('books nothing when one visit has filled up, and plans the day again', async () => {
  const day = planUrl.replace('06-13', '06-20')
  const answers = await formOf(day)
  const [, , third] = stops
  await sellPlaces(sql, { pattern_id: third?.pattern.id ?? '', slot_date: '2026-06-20', booked: 9 })
  const before = await counts()
  for (const [name, value] of Object.entries({ ...guest, intent: 'book' })) answers.set(name, value)
  const refused = await visit(day, { method: 'POST', body: answers })
  expect(refused.status).toBe(409)
  expect(await counts()).toEqual(before)
  const page = await textOf(refused)
  expect(page).toContain(
    'The visit at 2:45 PM has only 1 place left, and there are 2 of you. Nothing was booked.',
  )
  expect(page).toContain('Book both visits')
  expect(page).toContain('value="Ada Lovelace"')
  // The demand report counts the visit that has filled up.
  expect(
    await sql`select experience_id, party, reason from demand_refusals where day = '2026-06-20'`,
  ).toEqual([{ experience_id: third?.experience.id, party: 2, reason: 'full' }])
})

// ASVS 2.3.3 16.5.3
test('a failure halfway leaves nothing booked', async () => {
  const answers = await formOf(planUrl.replace('06-13', '06-21'))
  const before = await counts()
  await sql`
    create function fail_third() returns trigger language plpgsql as $$
    begin
      if new.vineyard_id = ${sql.unsafe(`'${stops[2]?.vineyard.id}'`)} then raise exception 'out of ink'; end if;
      return new;
    end $$`
  await sql`create trigger fail_third before insert on bookings for each row execute function fail_third()`
  const failed = await send(answers, { ...guest, intent: 'book' })
  await sql`drop trigger fail_third on bookings`
  expect(failed.status).toBe(503)
  expect(await textOf(failed)).toContain('Failed to create booking. Please try again.')
  expect(await counts()).toEqual(before)
  expect(expectErrors()).toHaveLength(1)
})

test('rejects a changed price, an invalid party and a malformed form', async () => {
  const answers = await formOf(planUrl.replace('06-13', '06-22'))
  const [first = ''] = answers.getAll('visit')
  const before = await counts()
  const changed = (visit: string) => {
    const form = new URLSearchParams(answers)
    form.set('visit', visit)
    return send(form, { ...guest, intent: 'book' })
  }
  const cheap = await changed(JSON.stringify({ ...JSON.parse(first), price_per_person: 1 }))
  expect([cheap.status, await textOf(cheap)]).toEqual([
    409,
    expect.stringContaining('now has a different price'),
  ])
  const otherDay = await changed(first.replace('2026-06-22', '2026-06-23'))
  expect([otherDay.status, await textOf(otherDay)]).toEqual([
    409,
    expect.stringContaining('Nothing was booked.'),
  ])
  expect((await changed('nonsense')).status).toBe(422)
  expect((await send(new URLSearchParams(answers), { party: '9', ...guest, intent: 'book' })).status).toBe(
    409,
  )
  expect((await submit('/itinerary/create', { intent: 'book' })).status).toBe(422)
  expect(await counts()).toEqual(before)
})

test('shows an error at each missing guest field', async () => {
  const answers = await formOf(planUrl.replace('06-13', '06-23'))
  const refused = await send(answers, { ...guest, guest_email: '', intent: 'book' })
  expect(refused.status).toBe(422)
  const page = await textOf(refused)
  expect(page).toContain('Please tell us your email.')
  expect(page).toContain('value="Ada Lovelace"')
})

test('saves a plan without booking it', async () => {
  const answers = await formOf(planUrl.replace('06-13', '06-24'))
  const before = await counts()
  const saved = await send(answers, { intent: 'keep' })
  const page = await textOf(await visit(saved.headers.get('Location') ?? ''))
  expect(page).toContain('Wednesday 24 June 2026')
  expect(page).toContain('Tour of Beech Hill')
  expect(page).toContain('Book this plan')
  expect((await counts())?.bookings).toBe(before?.bookings)
})

test('refuses to save a plan with a blank name or a visit that is not offered', async () => {
  const [ash] = stops
  const hidden = await makeStop('Hidden Hill', '10:30', 50.87)
  await sql`update vineyards set is_visible = false where id = ${hidden.vineyard.id}`
  const visitTo = (vineyard_id: string, experience_id: string) =>
    JSON.stringify({
      day: 0,
      vineyard_id,
      experience_id,
      slot: `${ash?.pattern.id}-2026-06-24`,
      start_time: '10:30:00',
      price_per_person: 18.5,
    })
  const before = await counts()
  const wrong: Record<string, string>[] = [
    { title: ' ' },
    { visit: visitTo(crypto.randomUUID(), crypto.randomUUID()) },
    { visit: visitTo(ash?.vineyard.id ?? '', hidden.experience.id) },
    { visit: visitTo(hidden.vineyard.id, hidden.experience.id) },
  ]
  for (const changes of wrong) {
    const answers = await formOf(planUrl.replace('06-13', '06-24'))
    expect((await send(answers, { intent: 'keep', ...changes })).status, Object.values(changes)[0]).toBe(422)
  }
  expect(await counts()).toEqual(before)
})

test('without the database, says that planning is unavailable', async () => {
  const response = await visitWithoutDatabase('/itinerary/create?near=Lewes&date=2026-06-13')
  expect(response.status).toBe(503)
  expect(await textOf(response)).toContain('We couldn’t plan the day just now.')
  expect(expectErrors().length).toBeGreaterThan(0)
})
