import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { correctGuestEmail } from '../booking.server.ts'
import { erasePerson } from '../../staff/personal-data/person.server.ts'

const { sql, visit, now } = await startApp({ now: '2026-06-10T09:00:00Z' })
const market = await makeDailyExperience(sql, { capacity: 100 })
const { vineyard_id } = market.experience
const winemaker = await makeWinemaker(sql, { vineyard_id, name: 'Wyn' })
const stranger = await makeWinemaker(sql)
const admin = await makeAdmin(sql)

type Caller = { token: string }

/** Creates a guest of the vineyard with a visit on this day. */
async function bookAsGuest(email: string, day = '2026-05-20') {
  const id = await book(sql, market.experience, market.on(day), 2, new Date('2026-05-01T09:00:00Z'))
  await sql`update bookings set guest_email = ${email} where id = ${id}`
  const [{ customer_id }] = await sql<[{ customer_id: string }]>`
    select customer_id(${vineyard_id}, ${email}) as customer_id`
  return { id, customer_id }
}

async function send(who: Caller, method: string, path: string, body?: object, seen?: string) {
  const headers = { ...signedIn(who), 'Content-Type': 'application/json', 'If-Match': seen ?? '*' }
  const answer = await visit(`/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  return { status: answer.status, etag: answer.headers.get('ETag'), body: text ? JSON.parse(text) : null }
}
const note = (who: Caller, customer_id: string, note: string) =>
  send(who, 'POST', 'customer_notes', { customer_id, note })
const notesOf = async (who: Caller, customer_id: string) =>
  (await send(who, 'GET', `customer_notes?customer_id=${customer_id}`)).body.items

test('lists notes with their author and time', async () => {
  const { customer_id } = await bookAsGuest('ada@example.com')
  expect((await note(winemaker, customer_id, ' Likes the terrace. ')).status).toBe(201)
  expect((await note(admin, customer_id, 'Asked for a bill.')).status).toBe(201)
  const notes = await notesOf(winemaker, customer_id)
  expect(notes.map(({ note }: { note: string }) => note).toSorted()).toEqual([
    'Asked for a bill.',
    'Likes the terrace.',
  ])
  expect(notes).toContainEqual(
    expect.objectContaining({ author: 'Wyn', created_at: now.toISOString(), customer_id, vineyard_id }),
  )
})

test('rejects an empty note, a note that is too long and an unknown customer', async () => {
  const { customer_id } = await bookAsGuest('grace@example.com')
  for (const words of ['', '   ', 'a'.repeat(4001)])
    expect(await note(winemaker, customer_id, words)).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'note' }] },
    })
  expect((await note(winemaker, '11111111-1111-4111-8111-111111111111', 'Hello')).status).toBe(404)
})

test("hides another vineyard's notes and refuses to change them", async () => {
  const { customer_id } = await bookAsGuest('mine@example.com')
  const { id } = (await note(winemaker, customer_id, 'Ours.')).body
  expect(await notesOf(stranger, customer_id)).toEqual([])
  expect((await note(stranger, customer_id, 'Theirs.')).status).toBe(404)
  expect((await send(stranger, 'PATCH', `customer_notes/${id}`, { note: 'Theirs.' })).status).toBe(404)
  expect((await send(stranger, 'DELETE', `customer_notes/${id}`)).status).toBe(404)
  expect(await notesOf(winemaker, customer_id)).toMatchObject([{ note: 'Ours.' }])
})

test('rejects the second of two concurrent changes to a note', async () => {
  const { customer_id } = await bookAsGuest('two@example.com')
  await note(winemaker, customer_id, 'First.')
  const [{ id, version }] = await notesOf(winemaker, customer_id)
  const path = `customer_notes/${id}`
  expect((await send(winemaker, 'PATCH', path, { note: 'Second.' }, `"${version}"`)).status).toBe(200)
  expect((await send(winemaker, 'PATCH', path, { note: 'Third.' }, `"${version}"`)).status).toBe(412)
  expect((await send(winemaker, 'DELETE', path, undefined, `"${version}"`)).status).toBe(412)
  expect(await notesOf(winemaker, customer_id)).toMatchObject([{ note: 'Second.' }])
})

test('records who added, changed and removed a note in the audit log', async () => {
  const { customer_id } = await bookAsGuest('audit@example.com')
  const { id } = (await note(winemaker, customer_id, 'One.')).body
  await send(winemaker, 'PATCH', `customer_notes/${id}`, { note: 'Two.' })
  await send(admin, 'DELETE', `customer_notes/${id}`)
  const trail = await sql`
    select actor, before ->> 'note' as before, after ->> 'note' as after from audit_trail
    where noun = 'customer_note' and noun_id = ${id} order by id`
  expect(trail).toEqual([
    { actor: 'winemaker', before: null, after: 'One.' },
    { actor: 'winemaker', before: 'One.', after: 'Two.' },
    { actor: 'admin', before: 'Two.', after: null },
  ])
})

test('correcting an email address keeps the notes and erasure requests, and erasing the corrected address deletes both', async () => {
  const { id, customer_id } = await bookAsGuest('mistpyed@example.com', '2026-07-20')
  await note(winemaker, customer_id, 'zqmoved')
  await send(winemaker, 'POST', 'erasure_requests', { customer_id, reason: 'zqmoved' })
  expect(await correctGuestEmail(sql, id, 'mistyped@example.com', now)).toMatchObject({ ok: true })
  const [{ customer_id: right }] = await sql<[{ customer_id: string }]>`
    select customer_id(${vineyard_id}, 'mistyped@example.com') as customer_id`
  expect(await notesOf(winemaker, right)).toMatchObject([{ note: 'zqmoved' }])
  expect(await notesOf(winemaker, customer_id)).toEqual([])
  const erased = await erasePerson(
    sql,
    'mistyped@example.com',
    { by: { actor: 'system' }, cancel: true },
    now,
  )
  expect(erased).toMatchObject({ ok: true })
  expect(await notesOf(winemaker, right)).toEqual([])
  const kept =
    await sql`select from audit_personal where coalesce(after, before)::text like any (array['%zqmoved%', '%pyed%'])`
  expect(kept).toHaveLength(0)
})

test('erasing a booking keeps the notes about its guest while the guest has another booking', async () => {
  const first = await bookAsGuest('twice@example.com')
  await bookAsGuest('twice@example.com', '2026-05-21')
  await note(winemaker, first.customer_id, 'Comes often.')
  await sql`select erase_bookings(array[${first.id}]::uuid[], ${now})`
  expect(await notesOf(winemaker, first.customer_id)).toHaveLength(1)
})

test('erasing a guest also deletes a note that staff add at the same time', async () => {
  const { id, customer_id } = await bookAsGuest('gone@example.com')
  const outcomes = await race<number | boolean>(
    sql,
    (holder) => holder`select from bookings where id = ${id} for update`,
    [
      async () => (await note(winemaker, customer_id, 'zqlate')).status,
      async () => (await erasePerson(sql, 'gone@example.com', { by: { actor: 'system' } }, now)).ok,
    ],
  )
  expect(outcomes[1]).toBe(true)
  expect([201, 404]).toContain(outcomes[0])
  expect(await sql`select from customer_notes where email = 'gone@example.com'`).toHaveLength(0)
})

test('a vineyard may have only one open erasure request for a guest, and erasing the guest deletes it', async () => {
  const { customer_id } = await bookAsGuest('forget@example.com')
  const waiting = async () => (await send(admin, 'GET', 'marketplace')).body.waiting.erasure_requests
  const before = await waiting()
  const ask = () => send(winemaker, 'POST', 'erasure_requests', { customer_id, reason: 'By phone.' })
  expect((await Promise.all([ask(), ask()])).map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await waiting()).toBe(before + 1)
  const listed = await send(admin, 'GET', 'erasure_requests?waiting=true')
  expect(listed.body.items).toContainEqual(
    expect.objectContaining({ customer_id, email: 'forget@example.com', requested_by: 'Wyn', refusal: '' }),
  )
  const email = 'forget@example.com'
  const erased = await send(admin, 'POST', 'persons/erase', { email, email_again: email })
  expect(erased.status).toBe(200)
  expect(await waiting()).toBe(before)
})

test('an admin can decline an erasure request only with a reason, and the vineyard may then request again', async () => {
  const { customer_id } = await bookAsGuest('stay@example.com')
  const about = `erasure_requests?customer_id=${customer_id}`
  const ask = async () =>
    (await send(winemaker, 'POST', 'erasure_requests', { customer_id })).body as { id: string }
  const { id } = await ask()
  expect((await send(admin, 'PATCH', `erasure_requests/${id}`, { refusal: ' ' })).status).toBe(422)
  expect((await send(admin, 'PATCH', `erasure_requests/${id}`, { refusal: 'A bill is open.' })).status).toBe(
    200,
  )
  expect((await send(winemaker, 'GET', about)).body.items).toMatchObject([
    { refusal: 'A bill is open.', declined_at: now.toISOString() },
  ])
  const again = await ask()
  expect((await send(stranger, 'DELETE', `erasure_requests/${again.id}`)).status).toBe(404)
  expect((await send(stranger, 'GET', about)).body.items).toEqual([])
  expect((await send(winemaker, 'DELETE', `erasure_requests/${again.id}`)).status).toBe(204)
})
