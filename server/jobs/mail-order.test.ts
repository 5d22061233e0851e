import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'

import { emailGuests } from '../../app/staff/calendar/guest-message.server.ts'
import { resendEmail } from '../../app/bookings/booking-record.server.ts'
import { moveBooking, changeBookingStatus } from '../../app/bookings/booking.server.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { race } from '../../test/race.ts'
import { startSmtp } from '../../test/smtp.ts'
import { startJobs } from './jobs.ts'

const sql = await ownDatabase()
const smtp = await startSmtp()
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
const pace = { poll: 0.5, attempt: 60, watch: 1, pause: 1, longest_pause: 1, tries: 3 }
// The changes use a clock that is 30 s behind the worker's clock, so staff cannot undo the changes and emails leave at once.
const now = () => new Date(Date.now() - 30_000)
const workerNow = () => new Date()
const by = { actor: 'admin', actor_id: randomUUID() } as const
const races = Number(process.env.MAIL_RACES ?? 12)

const folder = await mkdtemp(join(tmpdir(), 'chalk-jobs-'))
afterAll(() => rm(folder, { recursive: true }))
let workers: { stop: () => Promise<void> }[] = []
const startWorker = async (tries = pace.tries) => {
  const config = readConfig({ SITE_URL: 'http://site.test', DATA_FOLDER: folder, SMTP_URL: smtp.url })
  const dependencies = { sql, now: workerNow, config, log }
  workers.push(await startJobs(dependencies, { pace: { ...pace, tries }, patience: 10_000 }))
}
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
  smtp.mood = 'up'
  smtp.arrived.splice(0)
  await sql`update emails set state = 'kept', claim = null, claimed_at = null where state in ('waiting', 'failed', 'sending')`
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const { experience, on } = await makeDailyExperience(sql, { capacity: 1000 })

/** Makes a booking with its own email address. Returns functions that change and read this booking. */
async function makeBooking() {
  const id = await book(sql, experience, on(inDays(8)), 2, now())
  const email = `guest-${id}@example.com`
  await sql`update bookings set guest_email = ${email} where id = ${id}`
  await sql`update emails set to_address = ${email} where booking_id = ${id}`
  const set = (status: 'pending' | 'confirmed' | 'cancelled') =>
    changeBookingStatus(sql, id, status, { by }, now())
  const states = () => sql<{ email_type: string; state: string }[]>`
    select email_type, state from emails where booking_id = ${id} and to_address = ${email} order by created_at, event_id`
  return {
    id,
    email,
    set,
    move: (days: number) => moveBooking(sql, id, { slot: on(inDays(days)) }, { by }, now()),
    states,
    settled: async () => {
      for (let looks = 0; looks < 1000; looks++) {
        const all = await states()
        if (all.every(({ state }) => !['waiting', 'sending', 'failed'].includes(state))) return all
        await sleep(50)
      }
      throw new Error(`Emails were left: ${JSON.stringify(await states())}`)
    },
    /** Returns the first word of each subject, in the order of arrival. */
    arrived: async () =>
      (await smtp.parsed())
        .filter(({ to }) => to?.some(({ address }) => address === email))
        .map(({ subject }) => subject?.split(/[: ]/)[0]),
  }
}

/** Runs the functions concurrently: the booking stays locked until all of the functions wait for the lock. */
function meet(id: string, contenders: (() => Promise<unknown>)[]) {
  return race(sql, (holder) => holder`select from bookings where id = ${id} for update`, contenders)
}

test('sends only the cancellation of a booking that was confirmed, moved and cancelled while SMTP was down', async () => {
  await smtp.goDown()
  await startWorker(20)
  const booking = await makeBooking()
  await expect.poll(async () => (await booking.states())[0]?.state, { timeout: 30_000 }).toBe('failed')
  await booking.set('confirmed')
  await booking.move(9)
  await booking.set('cancelled')
  await sleep(1500)
  await smtp.comeBack()
  expect(await booking.settled()).toEqual([
    { email_type: 'received', state: 'superseded' },
    { email_type: 'confirmed', state: 'superseded' },
    { email_type: 'moved', state: 'superseded' },
    { email_type: 'cancelled', state: 'sent' },
  ])
  expect(await booking.arrived()).toEqual(['Cancelled'])
})

test('does not send the cancellation of a booking that was restored', async () => {
  const [confirmed, pending] = [await makeBooking(), await makeBooking()]
  for (const { set } of [confirmed, pending]) await set('cancelled')
  await confirmed.set('confirmed')
  await pending.set('pending')
  await startWorker()
  await Promise.all([confirmed.settled(), pending.settled()])
  expect(await confirmed.arrived()).toEqual(['Confirmed'])
  expect(await pending.arrived()).toEqual(['Booking'])
  expect(await pending.states()).toContainEqual({ email_type: 'cancelled', state: 'superseded' })
})

test('sends a reminder only for the current time of a booking', async () => {
  const booking = await makeBooking()
  await sql`
    insert into emails (booking_id, email_type, to_address, payload, created_at)
    values (${booking.id}, 'reminder', ${booking.email}, email_payload(${booking.id}, 'reminder'), ${now()})`
  await booking.move(9)
  await startWorker()
  expect(
    (await booking.settled()).map(({ email_type, state }) => `${email_type} ${state}`).toSorted(),
  ).toEqual(['moved sent', 'received superseded', 'reminder superseded'])
})

test("sends a booking's emails in the order of its events, with a slow server and with two workers", async () => {
  smtp.mood = 'slow'
  smtp.delay = 100
  const bookings = await Promise.all(Array.from({ length: 6 }, makeBooking))
  const sameMillisecond = now()
  for (const { id } of bookings) await resendEmail(sql, id, { by }, sameMillisecond)
  const message = { id: randomUUID(), message: 'Please come by the upper road.', day: inDays(8) }
  await emailGuests(sql, experience.vineyard_id, message, { by }, sameMillisecond)
  await startWorker()
  await startWorker()
  for (const booking of bookings) {
    await booking.settled()
    const [first, second, third, ...more] = await booking.arrived()
    expect([first, second, more]).toEqual(['Booking', 'Booking', []])
    expect(third).not.toBe('Booking')
  }
})

test(`the guest's last email matches the booking after ${races} races of confirming and cancelling`, {
  timeout: 300_000,
}, async () => {
  await startWorker()
  await startWorker()
  const bookings = []
  for (let race = 0; race < races; race++) {
    const booking = await makeBooking()
    await meet(booking.id, [() => booking.set('confirmed'), () => booking.set('cancelled')])
    bookings.push(booking)
  }
  for (const booking of bookings) {
    await booking.settled()
    const [{ status, untrue }] = await sql<[{ status: string; untrue: number }]>`
      select status, (
        select count(*)::int from emails m where m.booking_id = b.id and m.state = 'sent' and m.sent_at < (
          select max(sent_at) from emails o where o.booking_id = b.id and o.event_id < m.event_id and o.state = 'sent'
        )
      ) as untrue
      from bookings b where id = ${booking.id}`
    const arrived = await booking.arrived()
    expect(arrived.at(-1)?.toLowerCase()).toBe(status)
    expect([untrue, new Set(arrived).size]).toEqual([0, arrived.length])
  }
})

test('a dead email does not block the next email', async () => {
  smtp.mood = 'refusing_to'
  await startWorker()
  const booking = await makeBooking()
  expect(await booking.settled()).toEqual([{ email_type: 'received', state: 'dead' }])
  smtp.mood = 'up'
  await booking.set('confirmed')
  await booking.settled()
  expect(await booking.arrived()).toEqual(['Confirmed'])
})

test('an email that has no retries left does not block the next email', async () => {
  await smtp.goDown()
  const booking = await makeBooking()
  await resendEmail(sql, booking.id, { by }, now())
  // The first email has no retries left, but the resent email still has some.
  await sql`update emails set unanswered = 2 where booking_id = ${booking.id} and event_id is not null`
  await startWorker(20)
  await sleep(1500)
  await smtp.comeBack()
  expect((await booking.settled()).map(({ state }) => state)).toEqual(['dead', 'sent'])
})

test('if the connection breaks after a whole email was sent, each email is sent at most twice, and the emails keep their order', async () => {
  smtp.mood = 'cutting'
  const booking = await makeBooking()
  await resendEmail(sql, booking.id, { by }, now())
  await startWorker(20)
  await expect.poll(async () => (await booking.states())[0]?.state, { timeout: 30_000 }).toBe('dead')
  smtp.mood = 'up'
  await booking.settled()
  const ids = (await smtp.parsed()).map(({ messageId }) => messageId ?? '')
  const copies = ids.map((id) => ids.filter((other) => other === id).length)
  expect(Math.max(...copies)).toBeLessThanOrEqual(2)
  expect(ids).toEqual(ids.toSorted((one, other) => ids.indexOf(one) - ids.indexOf(other)))
  expect(new Set(ids).size).toBe(2)
})
