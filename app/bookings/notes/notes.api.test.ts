import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeKeyOf, makeSupplier, reseller } from '../../../test/octo.ts'
import { makeAdmin, makeApiKey, makeWinemaker, signedIn } from '../../../test/make.ts'
import { findColumnsContaining } from '../../../test/text-columns.ts'
import { makeWebhook } from '../../../test/webhooks.ts'
import { erasePerson } from '../../staff/personal-data/person.server.ts'
import { exportPerson } from '../../../test/export-person.ts'
import { eraseOldData } from '../../staff/personal-data/retention.server.ts'
import { changeBookingStatus } from '../booking.server.ts'
import { formatTags, tidyTags } from './notes.ts'

const app = await startApp({ now: '2026-06-20T09:00:00Z' })
const { sql, visit, now } = app
const market = await makeDailyExperience(sql, { capacity: 200 })
const { vineyard_id } = market.experience
const owner = await makeWinemaker(sql, { vineyard_id, name: 'Wyn' })
const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
const stranger = await makeWinemaker(sql)
const admin = await makeAdmin(sql)
const by = { actor: 'system' } as const
const months = { keep_names_months: 24, keep_mails_days: 90 }

type Caller = { token: string }
async function send(who: Caller, method: string, path: string, body?: object) {
  const headers = { ...signedIn(who), 'Content-Type': 'application/json', 'If-Match': '*' }
  const answer = await visit(`/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  return {
    status: answer.status,
    text,
    body: answer.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : null,
  }
}

/** Creates a guest's booking on a day, and returns the ids of the booking and of the customer. */
async function guest(guest_email: string, day = '2026-06-20') {
  const id = await book(sql, market.experience, market.on(day), 2, new Date('2026-05-01T09:00:00Z'))
  await sql`update bookings set guest_email = ${guest_email}, guest_phone = '01632 960777' where id = ${id}`
  const [{ customer_id }] = await sql<[{ customer_id: string }]>`
    select customer_id(${vineyard_id}, ${guest_email}) as customer_id`
  return { id, customer_id }
}
const tagBooking = (id: string, tags: string[], seen: string[] = [], who: Caller = owner) =>
  send(who, 'POST', `bookings/${id}/guest`, { tags, seen: { tags: seen } })
const tagCustomer = (customer_id: string, tag: string, agreed = false, who: Caller = owner) =>
  send(who, 'POST', 'customer_tags', { customer_id, tag, agreed })
const tagsOf = async (id: string) => (await sql`select tags from bookings where id = ${id}`)[0]?.tags

test('sorts tags, removes duplicates, and recognises known tags in upper or lower case', () => {
  expect(tidyTags(['vegan menu', 'Regular', 'ALLERGY', 'allergy', 'Vegan menu'])).toEqual([
    'allergy',
    'regular',
    'Vegan menu',
  ])
  expect(formatTags(['allergy', 'Vegan menu'])).toBe('Allergy, Vegan menu')
})

test('a vineyard’s owner can tag its bookings, gate staff and other vineyards cannot, and an outdated edit is refused with the current tags', async () => {
  const { id } = await guest('ada@example.com')
  expect(await tagBooking(id, ['window', 'Allergy'])).toMatchObject({ status: 200 })
  expect(await tagsOf(id)).toEqual(['allergy', 'window'])
  expect(await tagBooking(id, ['birthday'])).toMatchObject({
    status: 409,
    body: { current: { tags: ['allergy', 'window'] } },
  })
  expect(await tagBooking(id, ['birthday'], ['allergy', 'window'])).toMatchObject({ status: 200 })
  expect(
    await tagBooking(
      id,
      Array.from({ length: 9 }, (_, n) => `${n}`),
      ['birthday'],
    ),
  ).toMatchObject({ status: 422 })
  expect(await tagBooking(id, ['x'.repeat(41)], ['birthday'])).toMatchObject({ status: 422 })
  expect(await tagBooking(id, [], ['birthday'], stranger)).toMatchObject({ status: 404 })
  expect(await tagBooking(id, [], ['birthday'], gate)).toMatchObject({ status: 403 })
  expect(await tagsOf(id)).toEqual(['birthday'])
  const trail = await send(admin, 'GET', `audit_events?noun_id=${id}`)
  expect(trail.text).toContain('"tags":["allergy","window"]')
})

test('a booking by telephone stores its tags, and a repeated request stores them again if they are missing', async () => {
  const body = {
    experience_id: market.experience.id,
    slot: `${market.pattern.id}-2026-06-20`,
    number_of_guests: 2,
    guest_name: 'Hal',
    guest_phone: '01632 960123',
    tags: ['Allergy'],
  }
  const key = randomUUID()
  const post = () =>
    visit('/api/bookings/by_staff', {
      method: 'POST',
      headers: { ...signedIn(owner), 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
  const { id } = await (await post()).json()
  expect(await tagsOf(id)).toEqual(['allergy'])
  await sql`update bookings set tags = '{}' where id = ${id}`
  expect(await (await post()).json()).toEqual({ id })
  expect(await tagsOf(id)).toEqual(['allergy'])
})

test('staff can write a note and tags on a reseller’s booking but not edit its guest, and the reseller sees neither note nor tags', async () => {
  const { vineyard, tour } = await makeSupplier(sql)
  const { key } = await makeKeyOf(sql, vineyard.id)
  const octo = reseller(visit, vineyard.id, key)
  const unitItems = [{ unitId: 'guest' }]
  const wanted = {
    productId: tour.id,
    optionId: 'DEFAULT',
    availabilityId: '2026-06-25T14:30:00+01:00',
    unitItems,
  }
  const { uuid } = (await octo.call('POST', '/bookings', wanted)).body
  const contact = { fullName: 'Ivy', emailAddress: 'ivy@example.com' }
  await octo.call('POST', `/bookings/${uuid}/confirm`, { contact })
  const seller = await makeWinemaker(sql, { vineyard_id: vineyard.id })
  const note = { staff_notes: 'zqsold', tags: ['zqown'], seen: { staff_notes: '', tags: [] } }
  expect(await send(seller, 'POST', `bookings/${uuid}/guest`, note)).toMatchObject({ status: 200 })
  const both = { tags: [], guest_name: 'Other', seen: { tags: ['zqown'], guest_name: 'Ivy' } }
  expect(await send(seller, 'POST', `bookings/${uuid}/guest`, both)).toMatchObject({ status: 409 })
  const shown = JSON.stringify((await octo.call('GET', `/bookings/${uuid}`)).body)
  expect(shown).toContain('ivy@example.com')
  expect(shown).not.toContain('zq')
})

test('a customer keeps a tag about health only if the guest agreed, and the tag shows who recorded the agreement and when', async () => {
  const { id, customer_id } = await guest('bea@example.com')
  expect(await tagCustomer(customer_id, 'Allergy')).toMatchObject({
    status: 422,
    body: { fields: [{ field: 'agreed' }] },
  })
  expect(await tagCustomer(customer_id, 'Allergy', true)).toMatchObject({ status: 201 })
  expect(await tagCustomer(customer_id, 'allergy', true)).toMatchObject({ status: 409 })
  expect(await tagCustomer(customer_id, 'regular')).toMatchObject({ status: 201 })
  expect(await tagCustomer(customer_id, 'vip', false, stranger)).toMatchObject({ status: 404 })
  expect(await tagCustomer(customer_id, 'vip', false, gate)).toMatchObject({ status: 403 })
  const { body } = await send(owner, 'GET', `customer_tags?customer_id=${customer_id}`)
  expect(body.items).toMatchObject([
    { tag: 'allergy', agreed: true, author: 'Wyn', created_at: now.toISOString() },
    { tag: 'regular', agreed: false },
  ])
  // Every booking of the customer shows these tags, even a booking that is made later.
  const later = await guest('BEA@example.com', '2026-07-01')
  await tagBooking(later.id, ['birthday'])
  const { body: record } = await send(owner, 'GET', `bookings/${later.id}/record`)
  expect(record).toMatchObject({
    tags: ['allergy', 'birthday', 'regular'],
    booking_tags: ['birthday'],
    customer_id,
  })
  expect(await send(owner, 'DELETE', `customer_tags/${body.items[0].id}`)).toMatchObject({ status: 204 })
  expect((await send(owner, 'GET', `bookings/${id}/record`)).body.tags).toEqual(['regular'])
})

test('a customer keeps the tags when the address changes, or when only a telephone number is left', async () => {
  const { id, customer_id } = await guest('cy@example.com')
  await tagCustomer(customer_id, 'access', true)
  const change = (guest_email: string | null, seen: string) =>
    send(owner, 'POST', `bookings/${id}/guest`, { guest_email, seen: { guest_email: seen } })
  await change('cyrus@example.com', 'cy@example.com')
  expect(await sql`select email, tag from customer_tags where email like 'cy%'`).toMatchObject([
    { email: 'cyrus@example.com', tag: 'access' },
  ])
  await change(null, 'cyrus@example.com')
  expect(await tagsOf(id)).toEqual([])
  expect((await send(owner, 'GET', `bookings/${id}/record`)).body.tags).toEqual(['access'])
  expect(await sql`select from customer_tags where email like 'cy%'`).toHaveLength(0)
})

test('moves a customer’s tags to the booking if no contact is left', async () => {
  const { id, customer_id } = await guest('walked@example.com')
  await sql`update bookings set channel = 'walk_in', guest_phone = null where id = ${id}`
  await tagCustomer(customer_id, 'access', true)
  await send(owner, 'POST', `bookings/${id}/guest`, {
    guest_email: null,
    seen: { guest_email: 'walked@example.com' },
  })
  expect(await tagsOf(id)).toEqual(['access'])
  expect(await sql`select from customer_tags where email like 'walked%'`).toHaveLength(0)
})

test('every list of the day and the CSV file show the note, the request, the customer’s note and the tags', async () => {
  const { id, customer_id } = await guest('di@example.com')
  await sql`update bookings set special_requests = 'zqrequest' where id = ${id}`
  await send(owner, 'POST', `bookings/${id}/guest`, {
    staff_notes: 'zqnote',
    tags: ['zqtag'],
    seen: { staff_notes: '', tags: [] },
  })
  await send(owner, 'POST', 'customer_notes', { customer_id, note: 'zqcustomer' })
  const days = 'from=2026-06-20&until=2026-06-20'
  const paths = [
    'today',
    'dashboard',
    `parties?vineyard_id=${vineyard_id}&day=2026-06-20`,
    `bookings?${days}`,
    `bookings/file?${days}`,
  ]
  for (const path of paths) {
    const { text } = await send(owner, 'GET', path)
    for (const words of ['zqrequest', 'zqnote', 'zqtag', 'zqcustomer']) expect(text, path).toContain(words)
  }
  const { text } = await send(gate, 'GET', 'today')
  for (const words of ['zqrequest', 'zqnote', 'zqtag', 'zqcustomer']) expect(text).toContain(words)
  expect(text).not.toMatch(/di@example|960777/)
  expect(text).not.toContain(id)
  expect(text).not.toContain(customer_id)
})

test('API keys, webhooks, calendar feeds and emails never show notes or tags', async () => {
  const { id, customer_id } = await guest('eve@example.com')
  await makeWebhook(sql, vineyard_id, 'https://other.example/hook', [
    'booking.created',
    'booking.changed',
    'booking.cancelled',
  ])
  await send(owner, 'POST', `bookings/${id}/guest`, {
    staff_notes: 'zxmarknote',
    tags: ['zxmarktag'],
    seen: { staff_notes: '', tags: [] },
  })
  await send(owner, 'POST', 'customer_notes', { customer_id, note: 'zxmarkcustomer' })
  await tagCustomer(customer_id, 'zxmarkregular')
  await changeBookingStatus(sql, id, 'confirmed', { by }, now)
  expect(await sql`select from webhook_deliveries where subject_id = ${id}`).not.toHaveLength(0)
  expect(await findColumnsContaining(sql, 'zxmark')).toEqual([
    'audit_personal.after',
    'bookings.staff_notes',
    'bookings.tags',
    'customer_notes.note',
    'customer_tags.tag',
  ])
  const key = await makeApiKey(sql, { vineyard_id, permissions: ['bookings:read'] })
  for (const path of [`bookings?guest_email=eve@example.com`, `bookings/${id}`]) {
    const { status, text } = await send(key, 'GET', path)
    expect(status).toBe(200)
    expect(text).toContain(id)
    expect(text).not.toContain('zxmark')
  }
  expect(await (await visit(`/api/bookings/${id}`)).text()).not.toContain('zxmark')
  const feed = await send(owner, 'POST', 'calendar_feeds', { vineyard_id })
  const calendar = await (await visit(new URL(feed.body.url).pathname)).text()
  expect(calendar).toContain('BEGIN:VEVENT')
  expect(calendar).not.toContain('zxmark')
})

test('deletes tags about health from a booking and the audit log 30 days after the visit', async () => {
  const { id, customer_id } = await guest('fay@example.com', '2026-06-21')
  await tagBooking(id, ['allergy', 'access', 'birthday'])
  await tagCustomer(customer_id, 'access', true)
  const [{ id: removed }] = await sql<
    [{ id: string }]
  >`select id from customer_tags where email = 'fay@example.com'`
  await send(owner, 'DELETE', `customer_tags/${removed}`)
  await tagCustomer(customer_id, 'allergy', true)
  const audited = async (noun_id: string) =>
    (
      await sql`
      select from audit_personal p join audit_events e on e.id = p.event_id
      where e.noun_id = ${noun_id} and p.field like 'tag%' and p.erased_at is null`
    ).length
  const on = (day: string) => eraseOldData(sql, months, new Date(`${day}T12:00:00Z`))
  await on('2026-07-19')
  expect([await tagsOf(id), await audited(id), await audited(removed)]).toEqual([
    ['allergy', 'access', 'birthday'],
    1,
    2,
  ])
  await on('2026-07-21')
  expect([await tagsOf(id), await audited(id), await audited(removed)]).toEqual([['birthday'], 0, 0])
  // A tag to which the guest agreed stays with the customer.
  expect(await sql`select tag from customer_tags where email = 'fay@example.com'`).toMatchObject([
    { tag: 'allergy' },
  ])
})

test('the export of a guest contains the tags, and the erasure of the guest removes the tags everywhere', async () => {
  const { id, customer_id } = await guest('gus@example.com')
  await tagBooking(id, ['zymarkown'])
  await tagCustomer(customer_id, 'zymarkmine', true)
  const person = JSON.stringify(await exportPerson(sql, 'gus@example.com'))
  expect(person).toMatch(/"customer_tags":\[\{"tag":"zymarkmine","agreed":true/)
  expect(person).toContain('"tags":["zymarkown"]')
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await erasePerson(sql, 'gus@example.com', { by }, now)
  expect(await findColumnsContaining(sql, 'zymark')).toEqual([])
})
