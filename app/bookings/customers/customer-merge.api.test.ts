import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeCustomers } from '../../../test/customers.ts'
import { signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'

const app = await startApp({ now: '2026-06-10T09:00:00Z' })
const { sql, visit } = app
const {
  vineyard_id,
  owner,
  gate,
  stranger,
  admin,
  send,
  bookAsGuest,
  merge,
  customerOf,
  contactsOf,
  mergesOf,
  expectConsistency,
} = await makeCustomers(app, () => app.now)

test('every list, search and file shows merged customers as one customer, under the main address, with all notes and tags', async () => {
  const home = await bookAsGuest({ guest_email: 'Home@one.example', guest_name: 'Hannah Home' })
  const work = await bookAsGuest({ guest_email: 'work@one.example', guest_name: 'H Work' }, '2026-06-20')
  await send(owner, 'POST', 'customer_notes', { customer_id: work.contact_id, note: 'Likes red.' })
  await send(owner, 'POST', 'customer_tags', { customer_id: home.contact_id, tag: 'regular' })
  const merged = await merge(home.contact_id, work.contact_id)
  expect(merged.status).toBe(201)
  const both = {
    id: home.contact_id,
    email: 'home@one.example',
    bookings: 2,
    last_visit: '2026-05-20',
    next_visit: '2026-06-20',
  }
  expect(await customerOf(home.contact_id)).toMatchObject(both)
  expect(await customerOf(work.contact_id)).toMatchObject(both)
  for (const search of ['home@one', 'work@one', 'Hannah'])
    expect(await send(owner, 'GET', `customers?search=${search}`)).toMatchObject({
      body: { total: 1, items: [both] },
    })
  expect(
    (await send(admin, 'GET', `customers?vineyard_id=${vineyard_id}&sort=email`)).body.items,
  ).toMatchObject([both])
  expect((await send(admin, 'GET', 'customers')).body).toMatchObject({ total: 1, items: [both] })
  expect((await send(owner, 'GET', 'search?search=work@one')).body.customers).toMatchObject([
    { id: home.contact_id, email: 'home@one.example' },
  ])
  const file = await visit('/api/customers/file', { headers: signedIn(owner) })
  expect((await file.text()).trim().split('\r\n')).toHaveLength(2)
  expect((await send(owner, 'GET', `bookings?customer_id=${work.contact_id}`)).body).toMatchObject({
    total: 2,
  })
  expect(
    (await send(owner, 'GET', `customer_notes?customer_id=${home.contact_id}`)).body.items,
  ).toMatchObject([{ note: 'Likes red.', customer_id: home.contact_id }])
  expect((await send(owner, 'GET', `bookings/${work.id}/record`)).body).toMatchObject({
    customer_id: home.contact_id,
    customer_note: 'Likes red.',
    tags: ['regular'],
    guest_email: 'work@one.example',
    others: [{ id: home.id }],
  })
  const { body } = await send(owner, 'GET', `parties?vineyard_id=${vineyard_id}&day=2026-06-20`)
  expect(body.items).toMatchObject([{ customer_note: 'Likes red.', tags: ['regular'] }])
  await expectConsistency()
})

test('for 30 seconds, Undo separates the customers again, each with its own contacts', async () => {
  const [a, b, c] = [
    await bookAsGuest({ guest_email: 'a@two.example' }),
    await bookAsGuest({ guest_email: 'b@two.example' }),
    await bookAsGuest({ guest_email: 'c@two.example' }),
  ]
  await merge(b.contact_id, c.contact_id)
  const { body } = await merge(a.contact_id, b.contact_id)
  expect((await contactsOf(c.contact_id)).map(({ email }) => email[0]).toSorted()).toEqual(['a', 'b', 'c'])
  const undo = (who: { token: string } = owner) => send(who, 'DELETE', `customer_merges/${body.merge_id}`)
  expect((await undo(stranger)).status).toBe(404)
  app.now = new Date('2026-06-10T09:00:30Z')
  expect((await undo()).status).toBe(409)
  app.now = new Date('2026-06-10T09:00:29Z')
  expect((await undo()).status).toBe(204)
  app.now = new Date('2026-06-10T09:00:00Z')
  expect((await undo()).status).toBe(404)
  expect(await contactsOf(a.contact_id)).toHaveLength(1)
  expect(await mergesOf([b.contact_id])).toEqual([{ contact_id: c.contact_id, main_id: b.contact_id }])
})

test('staff can separate a contact at any time, and the other contacts stay merged', async () => {
  const [a, b, c] = [
    await bookAsGuest({ guest_email: 'a@three.example' }),
    await bookAsGuest({ guest_email: 'b@three.example' }),
    await bookAsGuest({ guest_email: 'c@three.example' }),
  ]
  await merge(b.contact_id, c.contact_id)
  await merge(a.contact_id, b.contact_id)
  expect((await send(stranger, 'DELETE', `customer_contacts/${b.contact_id}`)).status).toBe(404)
  expect((await send(gate, 'DELETE', `customer_contacts/${b.contact_id}`)).status).toBe(403)
  expect((await send(owner, 'DELETE', `customer_contacts/${b.contact_id}`)).status).toBe(204)
  expect((await send(owner, 'DELETE', `customer_contacts/${b.contact_id}`)).status).toBe(404)
  expect((await customerOf(b.contact_id)).bookings).toBe(1)
  expect(await mergesOf([a.contact_id])).toEqual([{ contact_id: c.contact_id, main_id: a.contact_id }])
})

// Negative control: if a contact is listed twice in replace_contact, the correction fails.
test('correcting an address to another address of the same customer keeps its contacts merged', async () => {
  const [home, work, club] = [
    await bookAsGuest({ guest_email: 'home@six.example' }, '2026-06-20'),
    await bookAsGuest({ guest_email: 'work@six.example' }, '2026-06-20'),
    await bookAsGuest({ guest_email: 'club@six.example' }, '2026-06-20'),
  ]
  for (const other of [work, club]) await merge(home.contact_id, other.contact_id)
  const edit = { guest_email: 'club@six.example', seen: { guest_email: 'work@six.example' } }
  expect(await send(owner, 'POST', `bookings/${work.id}/guest`, edit)).toMatchObject({ status: 200 })
  expect(await customerOf(club.contact_id)).toMatchObject({ email: 'home@six.example', bookings: 3 })
  await expectConsistency()
})

test('refuses to merge customers of two vineyards or a customer with itself, and staff at the gate cannot merge customers', async () => {
  const [a, b] = [
    await bookAsGuest({ guest_email: 'a@four.example' }),
    await bookAsGuest({ guest_email: 'b@four.example' }),
  ]
  const elsewhere = await makeDailyExperience(sql)
  const far = await book(
    sql,
    elsewhere.experience,
    elsewhere.on('2026-05-20'),
    2,
    new Date('2026-05-01T09:00:00Z'),
  )
  const [{ contact_id }] = await sql<
    [{ contact_id: string }]
  >`select contact_id from bookings where id = ${far}`
  expect((await merge(a.contact_id, contact_id, admin)).status).toBe(404)
  expect((await merge(contact_id, a.contact_id, admin)).status).toBe(404)
  expect((await merge(a.contact_id, a.contact_id)).status).toBe(409)
  expect((await merge(a.contact_id, b.contact_id, gate)).status).toBe(403)
  expect((await merge(a.contact_id, b.contact_id, stranger)).status).toBe(404)
  expect((await merge(a.contact_id, b.contact_id, admin)).status).toBe(201)
  expect((await merge(b.contact_id, a.contact_id)).status).toBe(409)
  expect((await send(stranger, 'GET', `customers/${a.contact_id}/contacts`)).status).toBe(404)
})

// Negative control: without the lock of the vineyard in merge_customers, both merges succeed and form a cycle.
test('two concurrent merges never form a cycle, because the second merge finds that the customers are merged already', async () => {
  const [a, b] = [
    await bookAsGuest({ guest_email: 'a@five.example' }),
    await bookAsGuest({ guest_email: 'b@five.example' }),
  ]
  const outcomes = await race(
    sql,
    (holder) => holder`select from vineyards where id = ${vineyard_id} for no key update`,
    [() => merge(a.contact_id, b.contact_id), () => merge(b.contact_id, a.contact_id)],
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409])
  await expectConsistency()
})

test('a guest without an email address is one customer, with notes and tags, however the telephone number is written', async () => {
  const first = await bookAsGuest({ guest_email: null, guest_phone: '+44 (0)1632 960999', guest_name: 'Pat' })
  const second = await bookAsGuest(
    { guest_email: null, guest_phone: '01632 960 999', guest_name: 'Pat' },
    '2026-06-21',
  )
  expect(second.contact_id).toBe(first.contact_id)
  await bookAsGuest({ guest_email: null, guest_phone: '12345', guest_name: 'Short' })
  const id = first.contact_id
  expect(await customerOf(id)).toMatchObject({ email: '', bookings: 2, name: 'Pat' })
  expect((await send(owner, 'GET', 'customers?search=960999')).body.items).toMatchObject([{ id }])
  expect((await send(owner, 'GET', 'customers?search=short')).body.items).toEqual([])
  expect((await send(owner, 'POST', 'customer_notes', { customer_id: id, note: 'Calls late.' })).status).toBe(
    201,
  )
  expect((await send(owner, 'POST', 'customer_tags', { customer_id: id, tag: 'regular' })).status).toBe(201)
  expect((await send(owner, 'POST', 'erasure_requests', { customer_id: id })).status).toBe(201)
  expect((await send(owner, 'GET', `bookings/${second.id}/record`)).body).toMatchObject({
    customer_note: 'Calls late.',
    tags: ['regular'],
    customer_id: id,
  })
  expect((await send(admin, 'GET', `erasure_requests?customer_id=${id}`)).body.items).toMatchObject([
    { email: '', phone: '01632960999', customer_id: id },
  ])
  const other = await bookAsGuest({ guest_email: 'pat@nine.example' })
  expect((await merge(other.contact_id, id)).status).toBe(201)
  expect(await customerOf(id)).toMatchObject({ email: 'pat@nine.example', bookings: 3 })
  await expectConsistency()
})
