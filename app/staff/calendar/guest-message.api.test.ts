import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { sql, visit } = app
const day = '2026-06-06'

async function makeStaffed() {
  const market = await makeDailyExperience(sql)
  const { vineyard_id, id: experience_id } = market.experience
  const headers = {
    'Content-Type': 'application/json',
    ...signedIn(await makeWinemaker(sql, { vineyard_id })),
  }
  const write = (changes: object = {}) =>
    visit('/api/guest_messages', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        id: randomUUID(),
        vineyard_id,
        day,
        message: 'The lane is flooded.',
        ...changes,
      }),
    })
  const preview = async (changes: object = {}) =>
    (
      await visit('/api/guest_messages/preview', {
        method: 'POST',
        headers,
        body: JSON.stringify({ vineyard_id, day, message: 'The lane is flooded.', ...changes }),
      })
    ).json()
  const messages = async () =>
    (await visit(`/api/guest_messages?vineyard_id=${vineyard_id}&day=${day}`, { headers })).json()
  const on = (date: string) => book(sql, market.experience, market.on(date), 2, app.now)
  return { ...market, vineyard_id, experience_id, write, preview, messages, on }
}

test('emails every guest who is expected on the day, and nobody else', async () => {
  const { write, messages, on } = await makeStaffed()
  const here = [await on(day), await on(day)]
  await on('2026-06-07')
  const gone = await on(day)
  await sql`update bookings set status = 'cancelled' where id = ${gone}`
  expect(await (await write()).json()).toEqual({ mails: 2 })
  const [message] = await messages()
  expect(message.guests.map((guest: { booking_id: string }) => guest.booking_id).toSorted()).toEqual(
    here.toSorted(),
  )
  expect(message).toMatchObject({
    message: 'The lane is flooded.',
    guests: [{ state: 'waiting' }, { state: 'waiting' }],
  })
})

test('emails the guests of one session', async () => {
  const { write, on, experience_id } = await makeStaffed()
  await on(day)
  expect((await write({ experience_id, start_time: '09:00' })).status).toBe(404)
  expect(await (await write({ experience_id, start_time: '14:30' })).json()).toEqual({ mails: 1 })
})

test('sending a message a second time sends no further emails', async () => {
  const { write, messages, on } = await makeStaffed()
  await on(day)
  const id = randomUUID()
  const answers = await Promise.all([write({ id }), write({ id })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
  expect((await messages()).map((message: { guests: unknown[] }) => message.guests.length)).toEqual([1])
})

test("neither emails nor lists another vineyard's guests", async () => {
  const [mine, other] = [await makeStaffed(), await makeStaffed()]
  await other.on(day)
  expect((await mine.write({ vineyard_id: other.vineyard_id })).status).toBe(404)
  expect(await other.messages()).toEqual([])
})

test('rejects an empty message with an error at its field', async () => {
  const { write, on } = await makeStaffed()
  await on(day)
  const refused = await write({ message: '  ' })
  expect([refused.status, (await refused.json()).fields]).toEqual([
    422,
    [{ field: 'message', message: 'message must not be empty.' }],
  ])
})

test('previews how many guests a message reaches, whom it misses, and the first guest’s email, without sending it', async () => {
  const { on, messages, preview } = await makeStaffed()
  const [, silent] = [await on(day), await on(day)]
  await on('2026-06-07')
  await sql`update bookings set channel = 'staff', guest_email = null where id = ${silent}`
  const seen = await preview()
  expect(seen).toMatchObject({
    parties: 1,
    guests: 2,
    email: { to: 'Ada Lovelace', text: expect.stringContaining('> The lane is flooded.') },
    without_email: [{ booking_id: silent, guest_phone: '01632 960123', number_of_guests: 2 }],
  })
  expect(seen.email.subject).toMatch(/^From .*, about your visit$/)
  expect(await messages()).toEqual([])
  // On a day without guests, a message reaches nobody.
  expect(await preview({ day: '2026-07-01' })).toEqual({
    parties: 0,
    guests: 0,
    email: null,
    without_email: [],
  })
})
