import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience, bookingState } from '../../../test/book.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { untilWaiting } from '../../../test/race.ts'

const app = await startApp()
const { sql, visit } = app
const admin = await makeAdmin(sql)

const change = (id: string, changes: object) =>
  visit(`/api/winemakers/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', 'If-Match': '*', ...signedIn(admin) },
    body: JSON.stringify(changes),
  })

test('a winemaker who was moved to another vineyard reads only that vineyard', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const booking = await book(sql, market.experience, market.on('2026-06-06'), 2, app.now)
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const read = async () => {
    const headers = signedIn(winemaker)
    const of = await visit(`/api/bookings/${booking}`, { headers })
    const { vineyard_id: own } = await (await visit('/api/me', { headers })).json()
    return [of.status, own]
  }
  expect(await read()).toEqual([200, vineyard_id])
  const other = await makeVineyard(sql)
  expect((await change(winemaker.id, { vineyard_id: other.id })).status).toBe(200)
  expect(await read()).toEqual([404, other.id])
  const [event] = await sql`select before, after from audit_trail where noun_id = ${winemaker.id}`
  expect(event).toEqual({ before: { vineyard_id }, after: { vineyard_id: other.id } })
})

// ASVS 8.3.2 15.4.2
test('a waiting request is refused if its winemaker is moved meanwhile', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const booking = await book(sql, market.experience, market.on('2026-06-06'), 2, app.now)
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const holder = await sql.reserve()
  await holder`begin`
  await holder`select from bookings where id = ${booking} for update`
  const confirming = visit(`/api/bookings/${booking}/status`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signedIn(winemaker) },
    body: JSON.stringify({ status: 'confirmed' }),
  })
  await untilWaiting(sql, 1)
  const moved = await change(winemaker.id, { vineyard_id: (await makeVineyard(sql)).id })
  await holder`commit`
  holder.release()
  expect([moved.status, (await confirming).status]).toEqual([200, 401])
  expect(await bookingState(sql, booking)).toMatchObject({
    status: 'pending',
    events: ['created'],
    mails: ['received'],
  })
})

test("moving a winemaker waits for the winemaker's open transactions", async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const booking = await book(sql, market.experience, market.on('2026-06-06'), 2, app.now)
  const { id } = await makeWinemaker(sql, { vineyard_id })
  const by = { actor: 'winemaker', actor_id: id, vineyard_id } as const
  const moving = await sql.begin(async (transaction) => {
    const done = await changeBookingStatus(transaction, booking, 'confirmed', { by }, app.now)
    expect(done.ok).toBe(true)
    const answer = change(id, { vineyard_id: (await makeVineyard(sql)).id })
    await untilWaiting(sql, 1)
    return { answer }
  })
  expect((await moving.answer).status).toBe(200)
  expect(await bookingState(sql, booking)).toMatchObject({ status: 'confirmed' })
})

test('rejects a move to a missing vineyard with a message at its field', async () => {
  const { id } = await makeWinemaker(sql)
  const refused = await change(id, { vineyard_id: crypto.randomUUID() })
  expect([refused.status, (await refused.json()).fields]).toEqual([
    422,
    [{ field: 'vineyard_id', message: 'There is no such vineyard.' }],
  ])
})

test('filters winemakers by state', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const hash = `$argon2id$v=19$m=1,t=1,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`
  await makeWinemaker(sql, { vineyard_id, name: 'Invited' })
  await makeWinemaker(sql, { vineyard_id, name: 'Active', password_hash: hash })
  await makeWinemaker(sql, { vineyard_id, name: 'Disabled', password_hash: hash, is_active: false })
  const names = async (state: string) => {
    const query = new URLSearchParams({ vineyard_id, state })
    const listed = await visit(`/api/winemakers?${query}`, { headers: signedIn(admin) })
    return (await listed.json()).items.map(({ name }: { name: string }) => name)
  }
  expect(await names('invited')).toEqual(['Invited'])
  expect(await names('active')).toEqual(['Active'])
  expect(await names('disabled')).toEqual(['Disabled'])
})

test('sorted by last sign-in, the list has each winemaker once, and winemakers who never signed in come last', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const twice = await makeWinemaker(sql, { vineyard_id, name: 'Twice here' })
  const once = await makeWinemaker(sql, { vineyard_id, name: 'Once here' })
  const never = await makeWinemaker(sql, { vineyard_id, name: 'Never here' })
  await sql`delete from winemaker_sessions where winemaker_id in (${twice.id}, ${once.id}, ${never.id})`
  // Two of the sign-ins belong to one winemaker and have the same time.
  const moments: [string, string][] = [
    [twice.id, '2026-06-01T09:00Z'],
    [once.id, '2026-06-02T09:00Z'],
    [twice.id, '2026-06-03T09:00Z'],
    [twice.id, '2026-06-03T09:00Z'],
  ]
  for (const [winemaker_id, last_used_at] of moments)
    await sql`
      insert into winemaker_sessions (token_hash, winemaker_id, last_used_at)
      values (sha256(convert_to(gen_random_uuid()::text, 'UTF8')), ${winemaker_id}, ${last_used_at})`
  const listed = async (query: string) => {
    const answer = await visit(`/api/winemakers?vineyard_id=${vineyard_id}&${query}`, {
      headers: signedIn(admin),
    })
    const { items, total } = await answer.json()
    return [total, ...items.map(({ name }: { name: string }) => name)]
  }
  expect(await listed('sort=-last_used_at')).toEqual([3, 'Twice here', 'Once here', 'Never here'])
  expect(await listed('sort=last_used_at')).toEqual([3, 'Once here', 'Twice here', 'Never here'])
  expect(await listed('sort=-last_used_at&search=here&limit=1')).toEqual([3, 'Twice here'])
  expect(await listed('sort=-last_used_at&search=here&limit=1&page=3')).toEqual([3, 'Never here'])
  expect(await listed('sort=name&search=here&limit=2&page=2')).toEqual([3, 'Twice here'])
  expect(await listed('sort=name&search=here&limit=2&page=3')).toEqual([3])
})
