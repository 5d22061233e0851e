import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeMarket } from '../../test/book.ts'
import { makeWinemaker, signedIn } from '../../test/make.ts'

const app = await startApp()
const { sql, visit } = app
const day = '2026-06-06'

async function makeStaffed() {
  const market = await makeMarket(sql)
  const { vineyard_id, id: experience_id } = market.experience
  const headers = {
    'Content-Type': 'application/json',
    ...signedIn(await makeWinemaker(sql, { vineyard_id })),
  }
  const write = (wanted: object = {}) =>
    visit('/api/guest_messages', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        id: randomUUID(),
        vineyard_id,
        day,
        message: 'The lane is flooded.',
        ...wanted,
      }),
    })
  const told = async () =>
    (await visit(`/api/guest_messages?vineyard_id=${vineyard_id}&day=${day}`, { headers })).json()
  const on = (date: string) => book(sql, market.experience, market.on(date), 2, app.now)
  return { ...market, vineyard_id, experience_id, write, told, on }
}

test('everybody of the day is written to, and nobody else', async () => {
  const { write, told, on } = await makeStaffed()
  const here = [await on(day), await on(day)]
  await on('2026-06-07')
  const gone = await on(day)
  await sql`update bookings set status = 'cancelled' where id = ${gone}`
  expect(await (await write()).json()).toEqual({ mails: 2 })
  const [message] = await told()
  expect(message.guests.map((guest: { booking_id: string }) => guest.booking_id).toSorted()).toEqual(
    here.toSorted(),
  )
  expect(message).toMatchObject({
    message: 'The lane is flooded.',
    guests: [{ state: 'waiting' }, { state: 'waiting' }],
  })
})

test('one session can be written to alone', async () => {
  const { write, on, experience_id } = await makeStaffed()
  await on(day)
  expect((await write({ experience_id, start_time: '09:00' })).status).toBe(404)
  expect(await (await write({ experience_id, start_time: '14:30' })).json()).toEqual({ mails: 1 })
})

test('the same message reaches nobody twice, however often it is sent', async () => {
  const { write, told, on } = await makeStaffed()
  await on(day)
  const id = randomUUID()
  const answers = await Promise.all([write({ id }), write({ id })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
  expect((await told()).map((message: { guests: unknown[] }) => message.guests.length)).toEqual([1])
})

test("another vineyard's guests are neither written to nor told of", async () => {
  const [mine, other] = [await makeStaffed(), await makeStaffed()]
  await other.on(day)
  expect((await mine.write({ vineyard_id: other.vineyard_id })).status).toBe(404)
  expect(await other.told()).toEqual([])
})

test('a message that says nothing is refused at its field', async () => {
  const { write, on } = await makeStaffed()
  await on(day)
  const refused = await write({ message: '  ' })
  expect([refused.status, (await refused.json()).fields]).toEqual([
    422,
    [{ field: 'message', message: 'message must say something.' }],
  ])
})
