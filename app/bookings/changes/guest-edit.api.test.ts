import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { findColumnsContaining } from '../../../test/text-columns.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { erasePerson } from '../../staff/personal-data/person.server.ts'
import { exportPerson } from '../../../test/export-person.ts'
import { changeBookingStatus } from '../booking.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, now } = app
const market = await makeDailyExperience(sql, { capacity: 200 })
const { vineyard_id } = market.experience
const owner = await makeWinemaker(sql, { vineyard_id })
const stranger = await makeWinemaker(sql)
const admin = await makeAdmin(sql)
const by = { actor: 'system' } as const

/** Creates a booking that staff took by telephone, and returns its id. */
async function phoneBooking(guest_email: string | null, guest_phone: string | null = '01632 960123') {
  const id = await book(sql, market.experience, market.on('2026-06-20'), 2, now)
  await sql`update bookings set channel = 'staff', ${sql({ guest_email, guest_phone })} where id = ${id}`
  await sql`update emails set to_address = coalesce(${guest_email}, to_address) where booking_id = ${id}`
  return id
}

const edit = async (id: string, body: object, who: { token: string } = owner) => {
  const answer = await visit(`/api/bookings/${id}/guest`, {
    method: 'POST',
    headers: { ...signedIn(who), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...(await answer.json()) }
}
const guestOf = async (id: string) =>
  (
    await sql`
      select guest_name, guest_email, guest_phone, special_requests, staff_notes, user_id from bookings where id = ${id}`
  )[0]
const mailsOf = async (id: string) => [
  ...(await sql`select email_type, to_address, state from emails where booking_id = ${id} order by state, to_address`),
]

test('staff correct a mistyped address, and emails that waited for the old address go to the new one', async () => {
  const id = await phoneBooking('ada@exmaple.com')
  const body = {
    guest_email: 'ada@example.com',
    seen: { guest_email: 'ada@exmaple.com' },
    send_confirmation: true,
  }
  expect(await edit(id, body)).toMatchObject({ status: 200 })
  expect(await guestOf(id)).toMatchObject({ guest_email: 'ada@example.com' })
  expect(await mailsOf(id)).toEqual([
    { email_type: 'received', to_address: 'ada@example.com', state: 'waiting' },
  ])
  expect(await findInconsistencies(sql, now)).toEqual([])
})

test('after the confirmation was sent to the old address, staff can send it to the new address too', async () => {
  const id = await phoneBooking('bea@exmaple.com')
  await sql`update emails set state = 'sent', sent_at = ${now} where booking_id = ${id}`
  const sent = { email_type: 'received', to_address: 'bea@exmaple.com', state: 'sent' }
  await edit(id, { guest_email: 'bea@example.com', seen: { guest_email: 'bea@exmaple.com' } })
  expect(await mailsOf(id)).toEqual([sent])
  await edit(id, {
    guest_email: 'b@example.com',
    seen: { guest_email: 'bea@example.com' },
    send_confirmation: true,
  })
  expect(await mailsOf(id)).toEqual([sent, { ...sent, to_address: 'b@example.com', state: 'waiting' }])
})

test('staff can give a guest an email address, and can remove it only if the guest has a phone number', async () => {
  const id = await phoneBooking(null)
  await sql`delete from emails where booking_id = ${id}`
  await edit(id, { guest_email: 'cy@example.com', seen: { guest_email: null }, send_confirmation: true })
  expect(await mailsOf(id)).toMatchObject([{ to_address: 'cy@example.com', state: 'waiting' }])
  const note = {
    vineyard_id,
    email: 'cy@example.com',
    note: 'Likes red wine',
    actor: 'admin',
    actor_id: admin.id,
    created_at: now,
  }
  await sql`insert into customer_notes ${sql(note)}`
  expect(
    await edit(id, {
      guest_email: null,
      guest_phone: null,
      seen: { guest_email: 'cy@example.com', guest_phone: '01632 960123' },
    }),
  ).toMatchObject({
    status: 422,
    fields: [{ field: 'guest_email' }],
  })
  await edit(id, { guest_email: null, seen: { guest_email: 'cy@example.com' } })
  expect(await mailsOf(id)).toMatchObject([{ to_address: 'cy@example.com', state: 'superseded' }])
  // Without an email address, the telephone number identifies the customer.
  expect(await guestOf(id)).toMatchObject({ guest_email: null, staff_notes: '' })
  expect(await sql`select email, phone from customer_notes where note = 'Likes red wine'`).toEqual([
    { email: null, phone: '01632960123' },
  ])
})

test('if staff remove the address of an online booking, the booking leaves the visitor’s account', async () => {
  const id = await book(sql, market.experience, market.on('2026-06-21'), 2, now)
  const [user] = await sql`insert into users (email) values ('eve@example.com') returning id`
  await sql`update bookings set user_id = ${user?.id} where id = ${id}`
  await edit(id, { guest_name: 'Eve', seen: { guest_name: 'Ada Lovelace' } })
  expect(await guestOf(id)).toMatchObject({ guest_name: 'Eve', user_id: user?.id })
  await edit(id, { guest_email: null, seen: { guest_email: 'ada@example.com' } })
  expect(await guestOf(id)).toMatchObject({ guest_email: null, user_id: null })
})

test('refuses the edit of the second of two editors, and returns the values that the first editor saved', async () => {
  const id = await phoneBooking('di@example.com')
  const seen = { guest_phone: '01632 960123', special_requests: '' }
  expect(await edit(id, { guest_phone: '01632 960999', seen })).toMatchObject({ status: 200 })
  expect(await edit(id, { guest_phone: '01632 960555', special_requests: 'Vegan', seen })).toMatchObject({
    status: 409,
    current: { guest_phone: '01632 960999' },
  })
  expect(await guestOf(id)).toMatchObject({ guest_phone: '01632 960999', special_requests: '' })
  // A change of another field causes no conflict, and neither does setting the same value.
  expect(await edit(id, { guest_phone: '01632 960999', special_requests: 'Vegan', seen })).toMatchObject({
    status: 200,
  })
  expect(await edit(id, { guest_phone: '01632 960999', seen: {} })).toMatchObject({ status: 422 })
})

test('the name and the note for staff change together or not at all', async () => {
  const id = await phoneBooking('ned@example.com')
  const seen = { guest_name: 'Ada Lovelace', staff_notes: '' }
  expect(await edit(id, { guest_name: 'Ned', staff_notes: 'Pays by cheque', seen })).toMatchObject({
    status: 200,
  })
  expect(await edit(id, { guest_name: 'Neddy', staff_notes: 'Pays by card', seen })).toMatchObject({
    status: 409,
    current: { guest_name: 'Ned', staff_notes: 'Pays by cheque' },
  })
  const [saved] = await sql`select guest_name, staff_notes from bookings where id = ${id}`
  expect(saved).toEqual({ guest_name: 'Ned', staff_notes: 'Pays by cheque' })
})

// Negative control: this test fails if edit_booking_guest also finds bookings of test keys.
test('refuses to edit guests of resellers or other vineyards, erased guests, and bookings made with a test key', async () => {
  const id = await phoneBooking('fay@example.com')
  const body = { guest_name: 'Fay', seen: { guest_name: 'Ada Lovelace' } }
  expect(await edit(id, body, stranger)).toMatchObject({ status: 404 })
  const tried = await phoneBooking('hal@example.com')
  await sql`update bookings set is_test = true where id = ${tried}`
  expect(await edit(tried, body)).toMatchObject({ status: 404 })
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await erasePerson(sql, 'fay@example.com', { by }, now)
  expect(await edit(id, { ...body, seen: { guest_name: 'Erased' } })).toMatchObject({
    status: 409,
    title: expect.stringContaining('erased'),
  })
  const sold = await phoneBooking('gus@example.com')
  await sql`set session_replication_role = replica`
  await sql`alter table bookings drop constraint resellers_use_keys`
  await sql`update bookings set channel = 'reseller' where id = ${sold}`
  expect(await edit(sold, body)).toMatchObject({ status: 409, title: expect.stringContaining('reseller') })
  await sql`update bookings set channel = 'staff' where id = ${sold}`
})

test('an export finds a person by a former address in the audit log, and an erasure removes that address', async () => {
  const id = await phoneBooking('zqmailold@example.com')
  await sql`delete from emails where booking_id = ${id}`
  await edit(id, {
    guest_email: 'zqmailnew@example.com',
    special_requests: 'zqmailwish',
    seen: { guest_email: 'zqmailold@example.com', special_requests: '' },
  })
  const events =
    await sql`select changes, actor from booking_events where booking_id = ${id} and kind = 'readdressed'`
  expect([...events]).toEqual([
    { actor: 'winemaker', changes: { guest_email: [null, null], special_requests: [null, null] } },
  ])
  expect(await findColumnsContaining(sql, 'zqmailold')).toEqual([
    'audit_personal.before',
    'audit_personal.subjects',
  ])
  expect(JSON.stringify(await exportPerson(sql, 'zqmailold@example.com'))).toContain('zqmailnew@example.com')
  const trail = await visit(`/api/audit_events?noun_id=${id}`, { headers: signedIn(admin) })
  expect(JSON.stringify(await trail.json())).toContain('zqmailold@example.com')

  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await erasePerson(sql, 'zqmailnew@example.com', { by }, now)
  expect(await findColumnsContaining(sql, 'zqmail')).toEqual([])
})
