import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'

const app = await startApp()
const { sql, visit } = app
const day = '2026-06-06'

async function makeStaffed(capacity: number, experience = {}) {
  const market = await makeDailyExperience(sql, { capacity, experience })
  const { vineyard_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const booked = () =>
    sql`select number_of_guests, is_overbooked from bookings where vineyard_id = ${vineyard_id}`
  const take = async (wanted: object = {}, { who = winemaker, key = randomUUID() } = {}) => {
    const headers = { ...signedIn(who), 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const json = {
      experience_id: market.experience.id,
      slot: `${market.pattern.id}-${day}`,
      number_of_guests: 2,
      guest_name: 'Ada Lovelace',
      guest_email: 'ada@example.com',
      guest_phone: '01632 960123',
      ...wanted,
    }
    const answer = await visit('/api/bookings/by_staff', {
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return { ...market, take, booked }
}

test('staff cannot book at a vineyard that is not theirs', async () => {
  const { take, booked, pattern } = await makeStaffed(10)
  expect((await take({}, { who: await makeWinemaker(sql) })).status).toBe(404)
  expect(await booked()).toHaveLength(0)
  expect(
    await sql`select from slots where version > 0 and pattern_id = ${pattern.id} and booked > 0`,
  ).toHaveLength(0)
})

// ASVS 8.4.1
test('refuses an idempotency key that another vineyard has used, and reveals nothing about the booking of that vineyard', async () => {
  const [ours, theirs] = [await makeStaffed(10), await makeStaffed(10)]
  const key = randomUUID()
  const made = await theirs.take({}, { key })
  expect(made.status).toBe(201)
  const reused = await ours.take({}, { key })
  expect([reused.status, reused.body.error]).toEqual([
    422,
    'This form was already sent with other details. Check the list of bookings.',
  ])
  expect(JSON.stringify(reused.body)).not.toContain(made.body.id)
  expect(await ours.booked()).toHaveLength(0)
})

test('staff cannot book a slot of another vineyard for their own experience', async () => {
  const { take, booked } = await makeStaffed(10)
  const other = await makeDailyExperience(sql)
  expect((await take({ slot: `${other.pattern.id}-${day}` })).status).toBe(409)
  expect(await booked()).toHaveLength(0)
})

test('of two concurrent staff bookings for the last places, one succeeds, and the refusal of the other names the places left', async () => {
  const { take, booked, pattern } = await makeStaffed(3)
  const outcomes = await race(
    sql,
    (holder) => holder`select from slots where pattern_id = ${pattern.id} for update`,
    [() => take(), () => take()],
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(outcomes.find(({ status }) => status === 409)?.body).toMatchObject({ remaining: 1 })
  expect(await booked()).toEqual([{ number_of_guests: 2, is_overbooked: false }])
})

test('staff overbook only in an explicit step, which marks the booking as overbooked', async () => {
  const { take, booked } = await makeStaffed(1)
  expect((await take()).status).toBe(409)
  expect((await take({ overbook: true })).status).toBe(201)
  expect(await booked()).toEqual([{ number_of_guests: 2, is_overbooked: true }])
})

test('a form that is sent twice at once books once, and its key is refused if the details differ', async () => {
  const { take, booked, pattern } = await makeStaffed(10)
  const key = randomUUID()
  const outcomes = await race(
    sql,
    (holder) => holder`select from slots where pattern_id = ${pattern.id} for update`,
    [() => take({}, { key }), () => take({}, { key })],
  )
  expect(new Set(outcomes.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await take({ guest_name: 'Grace Hopper' }, { key })).status).toBe(422)
  expect(await booked()).toHaveLength(1)
})

test('refuses a party size that the experience does not allow, and names the field', async () => {
  const { take, booked } = await makeStaffed(20, { min_group_size: 2, max_group_size: 4 })
  const sizes = '2 to 4 guests in one booking'
  for (const number_of_guests of [1, 5])
    expect(await take({ number_of_guests })).toMatchObject({
      status: 422,
      body: { title: sizes, fields: [{ field: 'number_of_guests', message: sizes }] },
    })
  const bad = { guest_name: ' ', guest_email: 'nobody', guest_phone: 'x', number_of_guests: 2.5 }
  const { status, body } = await take(bad)
  expect(status).toBe(422)
  expect(body.fields.map(({ field }: { field: string }) => field).toSorted()).toEqual(
    Object.keys(bad).toSorted(),
  )
  expect(await booked()).toHaveLength(0)
})
