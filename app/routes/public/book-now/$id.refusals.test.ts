import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeBookable, makePattern, storeSlots } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app

/** Submits a form, and checks that it added no booking, event or email, and took no places. */
async function refusal(path: string, answers: Record<string, string>) {
  const before = await counts()
  const response = await submit(path, answers)
  expect(await counts(), 'a refusal adds no booking, event or email').toEqual(before)
  return { status: response.status, page: await textOf(response) }
}

async function counts() {
  const [row] = await sql`
    select (select count(*) from bookings) as bookings, (select count(*) from booking_events) as events,
      (select count(*) from emails) as emails, (select coalesce(sum(booked), 0) from slots) as places`
  return row
}

test('shows the specified text at each missing field and keeps the input', async () => {
  const { path, answers } = await makeBookable(sql)
  for (const field of ['guest_name', 'guest_email', 'guest_phone', 'slot', 'guests']) {
    const { status, page } = await refusal(path, { ...answers(), [field]: ' ' })
    expect(status).toBe(422)
    expect(page).toContain('Please fill out all fields and select a time slot.')
  }
  const { page } = await refusal(path, { ...answers(), guest_phone: '' })
  expect(page).toContain('value="ada@example.com"')
  expect(page).toMatch(/name="date"[^>]*checked=""[^>]*value="2026-06-06"|value="2026-06-06"[^>]*checked=""/)
})

// ASVS 1.4.2 2.2.1 2.2.2
test('refuses a party that is not a whole number within the limits', async () => {
  const { path, answers } = await makeBookable(sql, { experience: { min_group_size: 2, max_group_size: 8 } })
  for (const guests of ['0', '-1', '2.5', '1e9', '1000000000', '1', '9', 'two', '٢']) {
    const { status, page } = await refusal(path, { ...answers(), guests })
    expect(status, guests).toBe(422)
    expect(page).toContain('2 to 8 guests in one booking')
  }
  expect((await submit(path, { ...answers(), guests: '2 ' })).status).toBe(302)
})

test('an experience without a maximum allows ten guests and refuses eleven', async () => {
  const { path, answers } = await makeBookable(sql, { experience: { max_group_size: null } })
  expect((await refusal(path, { ...answers(), guests: '11' })).status).toBe(422)
  expect((await submit(path, { ...answers(), guests: '10' })).status).toBe(302)
})

test('refuses a full, missing, closed or invented slot with the specified text', async () => {
  const { path, answers, pattern, experience } = await makeBookable(sql, { pattern: { capacity: 2 } })
  await submit(path, answers())
  const full = await refusal(path, answers())
  expect(full).toMatchObject({ status: 409 })
  expect(full.page).toContain('Selected time slot is no longer available.')
  expect(full.page).toContain('These times still have places:')

  for (const slot of [`${randomUUID()}-2026-06-06`, `${pattern.id}-2026-06-31`, 'nonsense', randomUUID()]) {
    const gone = await refusal(path, { ...answers(), slot })
    expect([409, 422], slot).toContain(gone.status)
    expect(gone.page).toContain('Selected time slot is no longer available.')
  }
  await sql`insert into availability_exceptions ${sql({
    vineyard_id: experience.vineyard_id,
    starts_on: '2026-06-08',
    ends_on: '2026-06-08',
  })}`
  await storeSlots(sql)
  const closed = await refusal(path, { ...answers(), date: '2026-06-08', slot: `${pattern.id}-2026-06-08` })
  expect(closed.status).toBe(409)
})

test('refuses a start that staff edited after the form was shown', async () => {
  const { path, answers, pattern } = await makeBookable(sql, { pattern: { start_time: '11:00' } })
  const form = await textOf(await visit(`${path}&date=2026-06-06`))
  const shown = /name="slot"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? ''
  expect(shown).toMatch(/^[0-9a-f-]{36}-2026-06-06@11:00/)
  await sql`update availability_patterns set start_time = '15:00' where id = ${pattern.id}`
  await storeSlots(sql)

  const moved = await refusal(path, { ...answers(), slot: shown })
  expect(moved.status).toBe(409)
  expect(moved.page).toContain('Selected time slot is no longer available.')
  expect(moved.page).toContain('3:00 PM')
  expect((await submit(path, { ...answers(), slot: shown.replace('@11:00', '@15:00') })).status).toBe(302)
})

test('counts a refusal by experience, day, party and reason, without personal data', async () => {
  const { path, answers, experience } = await makeBookable(sql, { pattern: { capacity: 3 } })
  await submit(path, answers())
  await submit(path, answers())
  await submit(path, answers())
  const counted = await sql`
    select day, party, reason, count from demand_refusals where experience_id = ${experience.id}`
  expect([...counted]).toEqual([{ day: '2026-06-06', party: 2, reason: 'full', count: 2 }])
})

test('counts the refusal of a visitor who is too late to book online', async () => {
  const { path, answers, experience, pattern } = await makeBookable(sql)
  await sql`update experiences set booking_cutoff_minutes = 40000 where id = ${experience.id}`
  const slot = `${pattern.id}-2026-06-06@14:30:00`
  expect((await refusal(path, { ...answers(), slot })).status).toBe(409)
  expect([
    ...(await sql`select reason, count from demand_refusals where experience_id = ${experience.id}`),
  ]).toEqual([{ reason: 'late', count: 1 }])
})

test('says how many places are left if they are too few for the party', async () => {
  const { path, answers } = await makeBookable(sql, { pattern: { capacity: 3 } })
  await submit(path, answers())
  const { status, page } = await refusal(path, answers())
  expect(status).toBe(409)
  expect(page).toContain('Selected time slot is no longer available. 1 place left.')
})

// ASVS 2.2.3
test('asks again for a time when the chosen time belongs to another day', async () => {
  const { path, answers } = await makeBookable(sql)
  const { status, page } = await refusal(path, { ...answers(), date: '2026-06-07' })
  expect(status).toBe(422)
  expect(page).toContain('Please choose a time on Sunday 7 June.')
  expect(page).toContain('What time on Sunday 7 June?')
})

// ASVS 2.2.3
test('refuses a slot of another experience', async () => {
  const { path, answers } = await makeBookable(sql)
  const other = await makePattern(sql)
  expect((await refusal(path, { ...answers(), slot: `${other.id}-2026-06-06` })).status).toBe(409)
})

test('refuses a past day', async () => {
  const { path, answers, pattern } = await makeBookable(sql)
  const { status, page } = await refusal(path, {
    ...answers(),
    date: '2026-05-31',
    slot: `${pattern.id}-2026-05-31`,
  })
  expect(status).toBe(422)
  expect(page).toContain('That day has passed. Please choose another.')
})

// ASVS 2.2.2
test('refuses a forged price and names the real price', async () => {
  const { path, answers } = await makeBookable(sql, { experience: { price_per_person: 30 } })
  for (const forged of [
    ['price_per_person', '0.01'],
    ['price_per_person', ''],
  ] as const) {
    const { status, page } = await refusal(path, { ...answers(), [forged[0]]: forged[1] })
    expect(status).toBe(422)
    expect(page).toContain(
      'The price is now £30.00 a person, so the total is £60.00. Please check and book again.',
    )
  }
})

test('refuses a price that has changed since the form was shown', async () => {
  const { path, answers, experience } = await makeBookable(sql, { experience: { price_per_person: 20 } })
  const read = answers()
  await sql`update experiences set price_per_person = 25 where id = ${experience.id}`
  const { page } = await refusal(path, read)
  expect(page).toContain('The price is now £25.00 a person')
})

test('a refused price returns a form with the new price, which can be booked', async () => {
  const { path, answers, experience } = await makeBookable(sql, { experience: { price_per_person: 20 } })
  const read = answers()
  await sql`update experiences set price_per_person = 25 where id = ${experience.id}`
  const { page } = await refusal(path, read)
  expect(page).toMatch(/name="price_per_person"[^>]*value="25"|value="25"[^>]*name="price_per_person"/)
  expect((await submit(path, { ...read, price_per_person: '25' })).status).toBe(302)
})

test('refuses a party whose total the page did not show, and then shows that total', async () => {
  const { path, answers } = await makeBookable(sql, { experience: { price_per_person: 13 } })
  for (const total_for of ['2', '']) {
    const { status, page } = await refusal(path, { ...answers(), guests: '6', total_for })
    expect(status).toBe(422)
    expect(page).toContain('The total has changed. Please check it and try again.')
    expect(page).toContain('£78.00')
    expect(page).toMatch(/name="total_for"[^>]*value="6"|value="6"[^>]*name="total_for"/)
  }
  expect((await submit(path, { ...answers(), guests: '6', total_for: '6' })).status).toBe(302)
})

test('refuses a body that is not a form, and gives a new key to a form without a valid key', async () => {
  const { path, answers } = await makeBookable(sql)
  const send = (body: string, type: string) =>
    visit(path, { method: 'POST', body, headers: { 'Content-Type': type } })
  for (const type of [
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
  ])
    expect((await send('{}', type)).status, type).toBe(400)
  const { page } = await refusal(path, { ...answers(), idempotency_key: 'lost' })
  expect(page).toMatch(
    /name="idempotency_key"[^>]*value="[0-9a-f-]{36}"|value="[0-9a-f-]{36}"[^>]*name="idempotency_key"/,
  )
})

// ASVS 1.3.3 2.2.1
test('refuses long names, control characters and bad emails, and escapes markup', async () => {
  const { path, answers } = await makeBookable(sql, { pattern: { capacity: 100 } })
  for (const [field, wrong] of [
    ['guest_name', 'a'.repeat(10_000)],
    ['guest_name', 'Ada\u0000'],
    ['guest_name', 'Ada\r\nBcc: all@example.com'],
    ['guest_name', '\u200B'],
    ['guest_email', 'ada'],
    ['guest_email', 'ada@'],
    ['guest_email', 'ada@example.com\nBcc: all@example.com'],
    ['guest_email', 'a@example.com, b@example.com'],
    ['guest_phone', 'call me'],
    ['special_requests', 'x'.repeat(1001)],
  ] as const)
    expect(
      (await refusal(path, { ...answers(), [field]: wrong })).status,
      `${field} ${wrong.slice(0, 40)}`,
    ).toBe(422)

  const response = await submit(path, { ...answers(), guest_name: '<script>alert(1)</script> 🍇' })
  const page = await (await visit(response.headers.get('Location') ?? '')).text()
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; 🍇')
  expect(page).not.toContain('<script>alert(1)')
})

test('if the URL lacks the experience or the vineyard, the page says which is missing', async () => {
  const { experience } = await makeBookable(sql)
  const without = await visit(`/book-now/${experience.vineyard_id}`)
  expect(without.status).toBe(400)
  expect(await textOf(without)).toContain('Experience ID is missing.')
  const nothing = await visit('/book-now')
  expect(nothing.status).toBe(400)
  expect(await textOf(nothing)).toContain('Vineyard ID is missing.')
})

test('says that an experience is no longer on sale, and links to the other visits of its vineyard', async () => {
  const { path, answers, experience } = await makeBookable(sql, { experience: { is_active: false } })
  for (const response of [await visit(path), await submit(path, answers())]) {
    expect(response.status).toBe(404)
    const page = await textOf(response)
    expect(page).toContain('This visit is no longer on sale.')
    expect(page).toContain(`href="/vineyard/${experience.vineyard_id}#experiences"`)
  }
})

test('refuses experiences that are missing, hidden or of another vineyard', async () => {
  const [here, there] = [await makeBookable(sql), await makeBookable(sql)]
  const hidden = await makeBookable(sql)
  await sql`update vineyards set is_visible = false where id = ${hidden.experience.vineyard_id}`
  const mixed = `/book-now/${here.experience.vineyard_id}?experience=${there.experience.id}`
  const unknown = `/book-now/${randomUUID()}?experience=${here.experience.id}`
  const malformed = `/book-now/${here.experience.vineyard_id}?experience=1%27%20or%201=1`
  for (const path of [mixed, hidden.path, unknown, malformed]) {
    const response = await visit(path)
    expect(response.status, path).toBe(404)
    expect(await textOf(response)).toContain('Failed to load booking information.')
    expect((await submit(path, here.answers())).status).toBe(404)
  }
})

test('without a database the page says that the form could not be loaded, and a failed booking keeps the input', async () => {
  const { path, answers } = await makeBookable(sql)
  const away = await app.visitWithoutDatabase(path)
  expect(away.status).toBe(503)
  expect(await textOf(away)).toContain('Failed to load booking information.')

  await sql.unsafe('alter function create_booking(jsonb) rename to create_booking_away')
  const response = await submit(path, answers())
  await sql.unsafe('alter function create_booking_away(jsonb) rename to create_booking')
  expect(response.status).toBe(503)
  const page = await textOf(response)
  expect(page).toContain('Failed to create booking. Please try again.')
  expect(page).toContain('value="Ada Lovelace"')
  expect(app.expectErrors().length).toBeGreaterThan(0)
})

test('a form that fails without JavaScript keeps its input', async () => {
  const { path, answers } = await makeBookable(sql)
  const typed = answers()
  const response = await app.submitWithoutDatabase(path, typed)
  expect(response.status).toBe(503)
  const page = await response.text()
  app.expectErrors()
  const form = /<form[^>]*action="(\/book-now[^"]*)"[^>]*>.*?<\/form>/s.exec(page)
  expect(form?.[1]?.replaceAll('&amp;', '&')).toBe(path)
  const fields = [...(form?.[0] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  expect(Object.fromEntries(fields.map(([, name, value]) => [name, value]))).toEqual(typed)
  expect((await submit(path, typed)).status).toBe(302)
})
