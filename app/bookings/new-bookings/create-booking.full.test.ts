import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeBookable } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'
import { untilWaiting } from '../../../test/race.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

/** A site that makes one booking at a time and lets one more request wait. */
const app = await startApp({
  now: '2026-06-01T09:00:00Z',
  env: { DATABASE_POOL: '2', MAX_WAITING: '1' },
  processes: 1,
})
const { sql } = app

afterEach(async () => {
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})
const sentence = 'Very many people are booking right now. Nothing was booked. Please try again in a moment.'

/**
 * Calls a function twice while a booking is in progress: one call waits and fills the queue, and the other is
 * refused. Returns the answer to the refused call.
 */
async function withFullQueue<Answer>(
  act: (made: Awaited<ReturnType<typeof makeBookable>>) => Promise<Answer>,
) {
  const made = await makeBookable(sql)
  const holder = await sql.reserve()
  await holder`begin`
  await holder`select from slots where pattern_id = ${made.pattern.id} for update`
  const served = app.submit(made.path, made.answers())
  await untilWaiting(sql, 1)
  // Both requests are sent before either is answered: one fills the queue, and the other is refused.
  const others = [act(made), act(made)]
  const first = await Promise.race(others)
  await holder`commit`
  holder.release()
  expect((await served).status).toBe(302)
  await Promise.all(others)
  return { made, first }
}

test('a full queue refuses a form with 503, and the form keeps the typed answers', async () => {
  const { first: response } = await withFullQueue(({ path, answers }) =>
    app.submit(path, { ...answers(), special_requests: 'A table in the shade' }),
  )
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('2')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const page = await textOf(response)
  expect(page).toContain(sentence)
  expect(page).toContain('value="Ada Lovelace"')
  expect(page).toContain('A table in the shade')
})

test('a full queue refuses an API call with 503, and afterwards two calls with one key book once', async () => {
  const key = crypto.randomUUID()
  const post = ({ experience, date }: Awaited<ReturnType<typeof makeBookable>>, own = crypto.randomUUID()) =>
    app.visit('/api/bookings', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': own },
      body: JSON.stringify({
        vineyard_id: experience.vineyard_id,
        experience_id: experience.id,
        booking_date: date,
        start_time: '14:30',
        number_of_guests: 2,
        guest_name: 'Ada Lovelace',
        guest_email: 'ada@example.com',
        guest_phone: '01632 960123',
        total_price: 37,
      }),
    })
  const { made, first: response } = await withFullQueue((made) => post(made))
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ status: 503, title: sentence, error: sentence })
  const again = [await post(made, key), await post(made, key)]
  expect(again.map(({ status }) => status)).toEqual([201, 201])
  const [slot] = await sql`select booked from slots where version > 0 and pattern_id = ${made.pattern.id}`
  expect(slot).toEqual({ booked: 6 })
})

test('a refusal because of a full queue does not count as refused demand', async () => {
  const { made } = await withFullQueue(({ path, answers }) => app.submit(path, answers()))
  expect(await sql`select from demand_refusals where experience_id = ${made.experience.id}`).toHaveLength(0)
})
