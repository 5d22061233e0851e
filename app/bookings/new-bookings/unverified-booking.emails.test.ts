import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { guestBookingRequest, makeDailyExperience } from '../../../test/book.ts'
import { race } from '../../../test/race.ts'
import { createBooking } from './create-booking.server.ts'
import {
  at,
  day,
  type Market,
  nextDay,
  somebody,
  statuses,
  unverifiedGuests,
} from '../../../test/unverified-guests.ts'

// The empty setting selects the default limit of the product.
const app = await startApp({ env: { LIMIT_BOOKING_EMAILS: '' } })
const { sql, visit, submit } = app
const { post, sendForm } = unverifiedGuests(app)

test('at most six bookings an hour may email one mailbox, with or without a plus sign in the address', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const guest = somebody()
  const addresses = [0, 1, 2, 3, 4, 5].map((n) => guest.guest_email.replace('@', `+${n}@`).toUpperCase())
  const answers = []
  for (const [n, guest_email] of addresses.entries())
    answers.push(await post(market, { ...guest, guest_email, guest_phone: `0163290000${n}` }, nextDay(n)))
  expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 201])
  app.now = at(20)
  expect(await post(market, guest, nextDay(9))).toMatchObject({ status: 429, retry: '2400' })
  app.now = at(60)
  expect(await post(market, guest, nextDay(9))).toMatchObject({ status: 201 })
})

// The bookings are moved to another person, so that only the limit of emails applies.
test('at most twenty bookings a day may email one mailbox', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const guest = somebody()
  const answers = []
  for (let n = 0; n < 21; n += 1) {
    app.now = at(n * 61)
    answers.push(await post(market, { ...guest, guest_phone: `016329010${n + 10}` }, nextDay(n)))
    await sql`update bookings set guest_email = 'another@example.com' where guest_email = ${guest.guest_email}`
  }
  expect(statuses(answers)).toEqual([...Array(20).fill(201), 429])
  expect(Number(answers[20]?.retry)).toBe((1440 - 20 * 61) * 60)
})

test('a form beyond the limit of emails gets 429 and keeps the typed answers, and the same form succeeds an hour later', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const guest = somebody()
  for (const n of [1, 2, 3, 4, 5, 6])
    await post(market, { ...guest, guest_phone: `0163290200${n}` }, nextDay(n))
  const key = randomUUID()
  const refused = await sendForm(market, guest, key)
  const page = await refused.text()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
  expect(page).toContain('We have sent this email address many emails in a short time')
  for (const typed of [guest.guest_name, guest.guest_email, guest.guest_phone, guest.special_requests, key])
    expect(page).toContain(typed)
  app.now = at(60)
  expect((await sendForm(market, guest, key)).status).toBe(302)
})

const rules = { emailsAnHour: 3, onLink: () => undefined }

/** Sends concurrent bookings of one guest, which all wait for the same lock on the slots of the pattern. */
function raceFor(
  { experience, on, pattern }: Market,
  requests: { guest_email?: string; guest_phone?: string; idempotency_key?: string; day: string }[],
  emails = 3,
) {
  const guest = somebody()
  return race(
    sql,
    (tx) => tx`select from slots where pattern_id = ${pattern.id} for update`,
    requests.map(({ day, ...changes }) => async () => {
      const booked = await createBooking(
        sql,
        experience,
        { ...guestBookingRequest(experience, on(day), 1), ...guest, ...changes },
        app.now,
        { visitors: { ...rules, emailsAnHour: emails } },
      )
      return booked.ok ? 'booked' : booked.problem.kind
    }),
  )
}

// Negative control: if count_booking_emails reads the counts without locking them, all six bookings succeed.
test('parallel bookings cannot pass the limit of emails', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const requests = [0, 1, 2, 3, 4, 5].map((n) => ({ guest_phone: `0163290500${n}`, day: nextDay(n) }))
  const outcomes = await raceFor(market, requests)
  expect(outcomes.toSorted()).toEqual(['booked', 'booked', 'booked', 'emails', 'emails', 'emails'])
})

// Negative control: if count_booking_emails reads the counts without locking them, all five bookings succeed.
test('parallel bookings of one mailbox cannot pass the limit of three overlapping bookings', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const requests = [0, 1, 2, 3, 4].map((n) => ({ guest_phone: `0163290600${n}`, day }))
  const outcomes = await raceFor(market, requests, 100)
  expect(outcomes.toSorted()).toEqual(['booked', 'booked', 'booked', 'held', 'held'])
})

// Negative control: if create_visitor_booking looks for the key before it locks the counts, four requests are refused.
test('equal concurrent requests make one booking, even if it is the last booking within the limit', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const idempotency_key = randomUUID()
  const outcomes = await raceFor(market, Array(5).fill({ idempotency_key, day }), 1)
  expect(outcomes).toEqual(Array(5).fill('booked'))
  expect(await sql`select booked from slots where version > 0 and pattern_id = ${market.pattern.id}`).toEqual(
    [{ booked: 1 }],
  )
})

// Negative control: without p_phone_keys in count_booking_emails, all five bookings succeed.
test('parallel bookings of one telephone number cannot pass the limit of overlapping bookings', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const requests = [0, 1, 2, 3, 4].map((n) => ({ guest_email: `other.${n}@example.com`, day }))
  const outcomes = await raceFor(market, requests, 100)
  expect(outcomes.toSorted()).toEqual(['booked', 'booked', 'booked', 'held', 'held'])
})

test('repeated and refused cancellations do not count towards the limit of emails', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const guest = somebody()
  const { body } = await post(market, guest)
  const cancel = (id: string) => visit(`/api/bookings/${id}/cancel`, { method: 'POST' })
  for (let times = 0; times < 8; times++) expect((await cancel(body.id)).status).toBe(200)
  expect(
    await sql`select from emails where booking_id = ${body.id} and email_type = 'cancelled'`,
  ).toHaveLength(1)
  const next = await post(market, guest, nextDay(2))
  await sql`update experiences set cancellation_cutoff_minutes = 100000 where id = ${market.experience.id}`
  for (let times = 0; times < 8; times++) expect((await cancel(next.body.id)).status).toBe(409)
  expect((await post(market, guest, nextDay(3))).status).toBe(201)
})

test('changes by guests count towards the limit of emails, and beyond the limit a guest can still cancel, without an email', async () => {
  const market = await makeDailyExperience(sql, { capacity: 100 })
  const guest = somebody()
  const { body } = await post(market, guest)
  const move = (n: number) =>
    visit(`/api/bookings/${body.id}/move`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ slot: `${market.pattern.id}-${nextDay(n)}` }),
    })
  const moved = []
  for (const n of [1, 1, 2, 3, 4, 5]) moved.push((await move(n)).status)
  expect(moved).toEqual([200, 422, 200, 200, 200, 200])
  const refused = await move(6)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
  const stranger = somebody()
  for (const n of [1, 2, 3, 4, 5, 6])
    await post(market, { ...stranger, guest_phone: `0163290400${n}` }, nextDay(n))
  const correct = await submit(`/booking-confirmation/${body.id}`, {
    intent: 'correct',
    guest_email: stranger.guest_email,
  })
  expect([correct.status, await correct.text()]).toEqual([
    429,
    expect.stringContaining('We have sent this email address many emails'),
  ])
  const cancelled = await visit(`/api/bookings/${body.id}/cancel`, { method: 'POST' })
  expect(cancelled.status).toBe(200)
  expect([
    ...(await sql`select email_type, state from emails where booking_id = ${body.id} and email_type = 'cancelled'`),
  ]).toEqual([{ email_type: 'cancelled', state: 'kept' }])
})
