import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeCustomers } from '../../../test/customers.ts'
import { race } from '../../../test/race.ts'
import { erasePerson } from '../../staff/personal-data/person.server.ts'
import { exportPerson } from '../../../test/export-person.ts'
import { changeBookingStatus, correctGuestEmail } from '../booking.server.ts'
import { bookGroupHold, createGroupHold } from '../group-holds/group-hold.server.ts'

const app = await startApp({ now: '2026-06-10T09:00:00Z' })
const { sql } = app
const {
  market,
  vineyard_id,
  owner,
  send,
  bookAsGuest,
  merge,
  customerOf,
  contactsOf,
  mergesOf,
  expectConsistency,
} = await makeCustomers(app, () => app.now)

const admin = { actor: 'admin', actor_id: randomUUID() } as const

// Negative control: without hold_contact in merge_customers, the erased customer is merged.
test('refuses to merge a customer whose last booking is erased by the retention job at the same time', async () => {
  const [a, b] = [
    await bookAsGuest({ guest_email: 'a@zero.example' }),
    await bookAsGuest({ guest_email: 'b@zero.example' }),
  ]
  const [merged] = await race(
    sql,
    (holder) => holder`select erase_bookings(array[${b.id}::uuid], ${app.now})`,
    [() => merge(a.contact_id, b.contact_id)],
  )
  expect(merged?.status).toBe(404)
  expect(await mergesOf([a.contact_id, b.contact_id])).toEqual([])
  await expectConsistency()
})

// Negative control: without the lock of the vineyard in erase_person, the erasure does not wait for the merge.
test('if customers are merged during an erasure, either both addresses are erased or nothing is merged', async () => {
  const [a, b] = [
    await bookAsGuest({ guest_email: 'a@six.example' }),
    await bookAsGuest({ guest_email: 'b@six.example' }),
  ]
  const [merged, erased] = await race<{ status: number } | { ok: boolean }>(
    sql,
    (holder) => holder`select from vineyards where id = ${vineyard_id} for no key update`,
    [
      () => merge(a.contact_id, b.contact_id),
      () => erasePerson(sql, 'b@six.example', { by: { actor: 'system' }, cancel: true }, app.now),
    ],
  )
  expect(erased).toMatchObject({ ok: true })
  const left =
    await sql`select guest_email from bookings where id in (${a.id}, ${b.id}) and erased_at is null`
  expect([merged, left.length]).toEqual(
    (merged as { status: number }).status === 201
      ? [merged, 0]
      : [expect.objectContaining({ status: 404 }), 1],
  )
  expect(await mergesOf([a.contact_id, b.contact_id])).toEqual([])
  await expectConsistency()
})

test('exporting or erasing an address includes the addresses that staff merged with it', async () => {
  const main = await bookAsGuest({ guest_email: 'main@seven.example', guest_name: 'Zqmain' })
  const other = await bookAsGuest({ guest_email: 'other@seven.example', guest_name: 'Zqother' }, '2026-07-20')
  const phone = await bookAsGuest({ guest_email: null, guest_phone: '01632 777777', guest_name: 'Zqphone' })
  const ofPhone = { customer_id: phone.contact_id }
  await send(owner, 'POST', 'customer_notes', { ...ofPhone, note: 'zqnote' })
  await send(owner, 'POST', 'customer_tags', { ...ofPhone, tag: 'regular' })
  await send(owner, 'POST', 'erasure_requests', ofPhone)
  await merge(main.contact_id, other.contact_id)
  await merge(main.contact_id, phone.contact_id)
  await send(owner, 'POST', 'customer_notes', { customer_id: main.contact_id, note: 'zqnote' })
  const elsewhere = await makeDailyExperience(sql)
  const far = await book(
    sql,
    elsewhere.experience,
    elsewhere.on('2026-05-20'),
    2,
    new Date('2026-05-01T09:00:00Z'),
  )
  await sql`update bookings set guest_email = 'main@seven.example' where id = ${far}`
  const copy = await exportPerson(sql, 'other@seven.example')
  expect(copy).toMatchObject({
    bookings: expect.arrayContaining([main, other, phone].map(({ id }) => expect.objectContaining({ id }))),
    customer_notes: [{ note: 'zqnote' }, { note: 'zqnote' }],
    customer_tags: [{ tag: 'regular' }],
    erasure_requests: [{ phone: '01632777777' }],
    customer_merges: expect.arrayContaining(
      ['other@seven.example', '01632777777'].map((contact) =>
        expect.objectContaining({ contact, main_contact: 'main@seven.example' }),
      ),
    ),
  })
  const bySystem = { by: { actor: 'system' } } as const
  expect(await erasePerson(sql, 'main@seven.example', bySystem, app.now)).toMatchObject({
    problem: { kind: 'to_come', bookings: [{ id: other.id }] },
  })
  await erasePerson(sql, 'other@seven.example', { ...bySystem, cancel: true }, app.now)
  const rows = await sql`
    select guest_name from bookings where id in (${main.id}, ${other.id}, ${phone.id}, ${far}) order by guest_name`
  expect(rows.map(({ guest_name }) => guest_name).toSorted()).toEqual([
    'Ada Lovelace',
    'Erased',
    'Erased',
    'Erased',
  ])
  expect(
    await sql`
      select phone from customer_notes where note = 'zqnote' or phone = '01632777777'
      union all select phone from customer_tags where phone = '01632777777'
      union all select phone from erasure_requests where phone = '01632777777'`,
  ).toHaveLength(0)
  expect(await mergesOf([main.contact_id])).toEqual([])
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from audit_personal
    where before::text ~ 'seven.example|01632777777' or after::text ~ 'seven.example|01632777777'`
  expect(count).toBe(0)
  await expectConsistency()
})

/** Holds places for a group in July. */
async function holdGroup(contact: { guest_email?: string; guest_phone?: string }) {
  const group = {
    id: randomUUID(),
    vineyard_id,
    name: 'Zqcoach',
    number_of_guests: 2,
    guest_email: null,
    guest_phone: null,
    note: 'Zqnote',
    until: '2026-07-10',
    sessions: [{ experience_id: market.experience.id, slot: market.on('2026-07-20') }],
    overbook: false,
    ...contact,
  }
  expect(await createGroupHold(sql, group, { by: admin }, app.now)).toMatchObject({ ok: true })
  return group.id
}
const namesOf = async (ids: string[]) =>
  (await sql`select name from group_holds where id = any (${ids}) order by created_at, id`).map(
    ({ name }) => name,
  )

test('exporting or erasing an address includes the group holds of merged contacts and of the person’s bookings', async () => {
  const main = await bookAsGuest({ guest_email: 'main@nine.example' })
  const other = await bookAsGuest({ guest_email: 'other@nine.example' })
  const phone = await bookAsGuest({ guest_email: null, guest_phone: '01632 999999' })
  await merge(main.contact_id, other.contact_id)
  await merge(main.contact_id, phone.contact_id)
  const booked = await holdGroup({ guest_phone: '01632 999111' })
  const mrsField = {
    guest_name: 'Mrs Field',
    guest_email: 'main@nine.example',
    guest_phone: null,
    special_requests: '',
  }
  expect(await bookGroupHold(sql, booked, mrsField, { by: admin }, app.now)).toMatchObject({ ok: true })
  const ids = [
    booked,
    await holdGroup({ guest_email: 'Other@nine.example' }),
    await holdGroup({ guest_phone: '+44 1632 999999' }),
  ]
  const stranger = await holdGroup({ guest_email: 'stranger@nine.example' })
  const copy = await exportPerson(sql, 'main@nine.example')
  const group_holds = copy.group_holds as { id: string }[]
  expect(group_holds.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  await erasePerson(sql, 'main@nine.example', { by: admin, cancel: true }, app.now)
  expect(await namesOf(ids)).toEqual(['Erased', 'Erased', 'Erased'])
  expect(await namesOf([stranger])).toEqual(['Zqcoach'])
  await expectConsistency()
})

test('erasing a guest who gave only a telephone number includes the guest’s group holds', async () => {
  const booked = await holdGroup({ guest_phone: '01632 888111' })
  const byPhone = {
    guest_name: 'Mr Down',
    guest_email: null,
    guest_phone: '01632 888888',
    special_requests: '',
  }
  const made = await bookGroupHold(sql, booked, byPhone, { by: admin }, app.now)
  if (!made.ok) throw new Error(made.problem.kind)
  const ids = [booked, await holdGroup({ guest_phone: '01632 888888' })]
  const [id = ''] = made.value.ids
  await changeBookingStatus(sql, id, 'cancelled', { by: admin }, app.now)
  const [booking] = await sql<[{ reference: string }]>`select reference from bookings where id = ${id}`
  const { problem } = (
    await sql`select * from erase_booking(${booking.reference}, 'admin', ${randomUUID()}, ${app.now})`
  )[0] as { problem: string | null }
  expect(problem).toBeNull()
  expect(await namesOf(ids)).toEqual(['Erased', 'Erased'])
})

test('contacts stay merged when an address is corrected, and the other contact keeps the notes when the main contact is erased', async () => {
  const main = await bookAsGuest({ guest_email: 'tpyo@eight.example' }, '2026-06-20')
  const other = await bookAsGuest({ guest_email: 'other@eight.example' })
  await merge(main.contact_id, other.contact_id)
  await send(owner, 'POST', 'customer_notes', { customer_id: other.contact_id, note: 'Kept.' })
  expect(await correctGuestEmail(sql, main.id, 'typo@eight.example', app.now)).toMatchObject({ ok: true })
  const [contact] = await sql<[{ contact_id: string }]>`select contact_id from bookings where id = ${main.id}`
  expect((await contactsOf(other.contact_id)).map(({ email }) => email)).toEqual([
    'typo@eight.example',
    'other@eight.example',
  ])
  // The retention job erases old bookings one by one.
  await sql`select erase_bookings(array[${main.id}::uuid], ${app.now})`
  expect(await customerOf(contact.contact_id)).toMatchObject({ title: 'Customer not found' })
  expect(await customerOf(other.contact_id)).toMatchObject({ email: 'other@eight.example', bookings: 1 })
  expect(
    (await send(owner, 'GET', `customer_notes?customer_id=${other.contact_id}`)).body.items,
  ).toMatchObject([{ note: 'Kept.' }])
  await expectConsistency()
})
