import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { forAYear, makeVineyard } from '../../test/make.ts'
import { claimNextEmail, claimWaitingEmails } from '../mail/outbox.server.ts'
import { markAttendance } from './attendance.server.ts'
import { cancelBookingAsGuest, changeBookingStatus } from './booking.server.ts'
import {
  completeVisits,
  nudgeVineyards,
  remindGuests,
  sendDailySheets,
  notifyVineyards,
  thankGuests,
} from './scheduled-jobs.server.ts'

const sql = await ownDatabase()
const admin = { actor: 'admin', actor_id: '00000000-0000-4000-8000-000000000001' } as const
const at = (text: string) => new Date(text)
/** Returns the instant of a date and time in London. */
const london = (day: string, time: string) =>
  new Date(Temporal.ZonedDateTime.from(`${day}T${time}[Europe/London]`).epochMilliseconds)

beforeEach(async () => {
  await sql`truncate emails`
  await sql`update bookings set status = 'cancelled' where status <> 'cancelled'`
})

/**
 * Creates a vineyard with an email address, and a booking at 14:30 that is made at `made`, and confirmed then unless `confirmed`
 * is false.
 */
async function visit(day: string, made: Date, { confirmed = true, experience = {}, pattern = {} } = {}) {
  const { id: vineyard_id } = await makeVineyard(sql, { email: `v-${crypto.randomUUID()}@vines.test` })
  const market = await makeDailyExperience(sql, {
    experience: { vineyard_id, ...forAYear, ...experience },
    pattern,
  })
  const id = await book(sql, market.experience, market.on(day), 2, made)
  if (confirmed) await changeBookingStatus(sql, id, 'confirmed', { by: admin }, made)
  await sql`update emails set state = 'kept' where booking_id = ${id}`
  return { id, vineyard_id }
}
const written = async (email_type: string) => [
  ...(await sql<{ booking_id: string | null; to_address: string; created_at: Date; payload: object }[]>`
    select booking_id, to_address, created_at, payload from emails where email_type = ${email_type} and state = 'waiting'
    order by created_at`),
]

test('writes one reminder, at 10:00 on the day before the visit', async () => {
  const { id } = await visit('2026-06-06', at('2026-06-01T09:00:00Z'))
  for (const [now, many] of [
    ['2026-06-04T12:00:00Z', 0],
    ['2026-06-05T08:59:59Z', 0],
    ['2026-06-05T09:00:00Z', 1],
    ['2026-06-05T09:05:00Z', 0],
    ['2026-06-06T08:00:00Z', 0],
  ] as const)
    expect(await remindGuests(sql, at(now)), now).toBe(many)
  const [mail] = await sql`select booking_id, deliver_by from emails where email_type = 'reminder'`
  expect(mail).toEqual({ booking_id: id, deliver_by: at('2026-06-05T23:00:00Z') })
})

test('sends no reminder for pending or cancelled bookings, or if the guest was emailed after 10:00 on the day before the visit', async () => {
  await visit('2026-06-06', at('2026-06-01T09:00:00Z'), { confirmed: false })
  await visit('2026-06-06', at('2026-06-05T09:30:00Z'))
  const { id } = await visit('2026-06-06', at('2026-06-01T09:00:00Z'))
  await cancelBookingAsGuest(sql, id, at('2026-06-05T07:00:00Z'))
  expect(await remindGuests(sql, at('2026-06-05T12:00:00Z'))).toBe(0)
})

test('ten concurrent workers write one reminder', async () => {
  await visit('2026-06-06', at('2026-06-01T09:00:00Z'))
  const now = at('2026-06-05T09:00:00Z')
  const counts = await Promise.all(Array.from({ length: 10 }, () => remindGuests(sql, now)))
  expect(counts.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
})

test('completes a visit an hour after its end, without an email, and never again after staff have undone the completion', async () => {
  const { id } = await visit('2026-06-06', at('2026-06-01T09:00:00Z'))
  expect(await completeVisits(sql, at('2026-06-06T15:59:59Z'))).toBe(0)
  expect(await completeVisits(sql, at('2026-06-06T16:00:00Z'))).toBe(1)
  expect(await sql`select status from bookings where id = ${id}`).toEqual([{ status: 'completed' }])
  expect(
    await sql`select actor, changes from booking_events where booking_id = ${id} order by id desc limit 1`,
  ).toEqual([{ actor: 'system', changes: { status: ['confirmed', 'completed'] } }])
  expect(await sql`select from emails where booking_id = ${id} and state = 'waiting'`).toHaveLength(0)
  await changeBookingStatus(sql, id, 'confirmed', { by: admin }, at('2026-06-06T17:00:00Z'))
  expect(await completeVisits(sql, at('2026-06-06T18:00:00Z'))).toBe(0)
})

test('does not complete a pending visit', async () => {
  await visit('2026-06-06', at('2026-06-01T09:00:00Z'), { confirmed: false })
  expect(await completeVisits(sql, at('2026-06-09T16:00:00Z'))).toBe(0)
})

test('thanks the guest once at 10:00 on the day after the visit, but not several days later', async () => {
  await visit('2026-06-06', at('2026-06-01T09:00:00Z'))
  await completeVisits(sql, at('2026-06-06T16:00:00Z'))
  expect(await thankGuests(sql, at('2026-06-07T08:59:00Z'))).toBe(0)
  expect(await thankGuests(sql, at('2026-06-07T09:00:00Z'))).toBe(1)
  expect(await thankGuests(sql, at('2026-06-08T09:00:00Z'))).toBe(0)
  await sql`truncate emails`
  expect(await thankGuests(sql, at('2026-06-10T09:00:00Z'))).toBe(0)
})

test('does not send a queued thank-you once the party is marked a no-show, but queues it again if the mark is corrected', async () => {
  const { id } = await visit('2026-06-06', at('2026-06-01T09:00:00Z'))
  await completeVisits(sql, at('2026-06-06T16:00:00Z'))
  const next = at('2026-06-07T09:00:00Z')
  await thankGuests(sql, next)
  await sql`update emails set queued_at = ${next} where state = 'waiting'`
  const mark = (attendance: 'arrived' | 'no_show') =>
    markAttendance(sql, { id }, { attendance, arrived_guests: null }, { by: admin }, next)
  const [mail] = await sql<[{ id: string }]>`select id from emails where email_type = 'thank_you'`
  const claim = () => claimNextEmail(sql, mail.id, { domain: 'site.test', lease_ms: 60_000, now: next })
  await mark('no_show')
  expect(await claim()).toEqual({ requested_state: 'superseded', claimed: undefined })
  expect(await thankGuests(sql, next)).toBe(0)
  await mark('arrived')
  expect(await thankGuests(sql, next)).toBe(1)
  expect(await thankGuests(sql, next)).toBe(0)
  await sql`update emails set queued_at = ${next} where state = 'waiting'`
  expect(await claim()).toMatchObject({ claimed: { id: mail.id } })
})

test('at 7:00, sends a daily sheet to the staff of each vineyard that has guests today', async () => {
  const { vineyard_id } = await visit('2026-06-06', at('2026-06-01T09:00:00Z'))
  await visit('2026-06-07', at('2026-06-01T09:00:00Z'))
  expect(await sendDailySheets(sql, at('2026-06-06T05:59:00Z'))).toBe(0)
  expect(await sendDailySheets(sql, at('2026-06-06T06:00:00Z'))).toBe(1)
  expect(await sendDailySheets(sql, at('2026-06-06T08:00:00Z'))).toBe(0)
  expect((await written('vineyard_daily_sheet'))[0]?.payload).toEqual({
    vineyardId: vineyard_id,
    day: '2026-06-06',
  })
})

test('reminds vineyards once a day, from 9:00 on, of bookings that have been pending for more than a day', async () => {
  await visit('2026-06-20', at('2026-06-01T10:00:00Z'), { confirmed: false })
  expect(await nudgeVineyards(sql, at('2026-06-02T09:59:00Z'))).toBe(0)
  expect(await nudgeVineyards(sql, at('2026-06-02T10:00:00Z'))).toBe(1)
  expect(await nudgeVineyards(sql, at('2026-06-02T20:00:00Z'))).toBe(0)
  expect(await nudgeVineyards(sql, at('2026-06-03T07:59:00Z'))).toBe(0)
  expect(await nudgeVineyards(sql, at('2026-06-03T08:00:00Z'))).toBe(1)
  expect(await nudgeVineyards(sql, at('2026-06-21T08:00:00Z'))).toBe(0)
})

test('a guest’s email also causes an email to the vineyard’s staff or, without staff, to the address on the vineyard’s page', async () => {
  const { id: vineyard_id } = await makeVineyard(sql, { email: 'page@vines.test' })
  const market = await makeDailyExperience(sql, { experience: { vineyard_id, ...forAYear } })
  const now = at('2026-06-01T09:00:00Z')
  const id = await book(sql, market.experience, market.on('2026-06-06'), 2, now)
  const round = () =>
    sql.begin(async (transaction) =>
      notifyVineyards(transaction, await claimWaitingEmails(transaction, 100, true, now), now),
    )
  await round()
  await round()
  expect(await written('vineyard_booked')).toMatchObject([{ booking_id: id, to_address: 'page@vines.test' }])
  await sql`insert into winemakers ${sql({ vineyard_id, name: 'Grace', email: 'grace@vines.test' })}`
  await cancelBookingAsGuest(sql, id, now)
  await round()
  expect(await written('vineyard_cancelled')).toMatchObject([{ to_address: 'grace@vines.test' }])
})

test('sends no emails to staff about their own actions, and stores emails to demonstration vineyards without sending them', async () => {
  const now = at('2026-06-01T09:00:00Z')
  const { id: vineyard_id } = await makeVineyard(sql, { email: 'demo@vines.test', is_demo: true })
  const market = await makeDailyExperience(sql, { experience: { vineyard_id, ...forAYear } })
  const id = await book(sql, market.experience, market.on('2026-06-06'), 2, now)
  await changeBookingStatus(sql, id, 'cancelled', { by: admin }, now)
  await sql.begin(async (transaction) =>
    notifyVineyards(transaction, await claimWaitingEmails(transaction, 100, true, now), now),
  )
  expect(await sql`select email_type, state from emails where to_address = 'demo@vines.test'`).toEqual([
    { email_type: 'vineyard_booked', state: 'kept' },
  ])
})

test('around both clock changes, each guest gets one reminder after 10:00 on the day before, whenever the jobs run', async () => {
  const days = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26']
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...days),
      fc.constantFrom('00:30', '01:15', '09:00', '14:30', '23:30'),
      fc.array(fc.integer({ min: 0, max: 72 * 12 }), { minLength: 3, maxLength: 12 }),
      async (day, start_time, rounds) => {
        await sql`truncate emails`
        await sql`update bookings set status = 'cancelled' where status <> 'cancelled'`
        const made = new Date(london(day, '12:00').getTime() - 10 * 86_400_000)
        // There is no slot at a start that the clocks skip.
        if (day === '2026-03-29' && start_time === '01:15') return
        await visit(day, made, { pattern: { start_time } })
        const dayBefore = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
        const first = london(dayBefore, '10:00')
        const last = london(day, '00:00')
        const moments = rounds
          .map((n) => new Date(london(dayBefore, '00:00').getTime() - 86_400_000 + n * 300_000))
          .toSorted((a, b) => a.getTime() - b.getTime())
        for (const now of moments) await remindGuests(sql, now)
        const owed = moments.find((now) => now >= first && now < last)
        const mails = await written('reminder')
        expect(mails.map(({ created_at }) => created_at)).toEqual(owed ? [owed] : [])
      },
    ),
    { numRuns: 60 },
  )
})
