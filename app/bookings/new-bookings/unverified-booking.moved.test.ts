import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makePattern, storeSlots } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'
import { by } from '../../../test/session-moves.ts'
import { at, day, nextDay, somebody, statuses, unverifiedGuests } from '../../../test/unverified-guests.ts'
import { addException, removeException } from '../sessions/closure.server.ts'
import { moveSession } from '../sessions/session-move.server.ts'

const app = await startApp({ env: { LIMIT_BOOKING_EMAILS: '6' } })
const { sql, visit, submit } = app
const { post, makeHeld } = unverifiedGuests(app)

// Negative control: if a visitor's hold follows the rules for staff, places are held on all four days.
test('places are held until the guest opens the emailed link, but only before the cut-off and within the horizon', async () => {
  const known = await makeDailyExperience(sql, { capacity: 50 })
  for (let n = 0; n < 10; n += 1) await book(sql, known.experience, known.on(nextDay(n)), 1, at(0))
  const limited = await makeDailyExperience(sql, {
    experience: { booking_cutoff_minutes: 30 * 60, booking_horizon_days: 10 },
  })
  // The telephone number has ten bookings, so the next booking needs a link.
  const guest = { ...somebody(), guest_phone: '01632 960123' }
  const answers = []
  for (const on of ['2026-06-02', '2026-06-03', '2026-06-11', '2026-06-12'])
    answers.push(await post(limited, guest, on))
  expect(statuses(answers)).toEqual([409, 202, 202, 409])
})

/** Makes a session at 14:30 in which places are held for a link, and another session at 17:00. */
async function makeLinked({ byForm = false } = {}) {
  const market = await makeDailyExperience(sql, { capacity: 20 })
  const { experience, on } = market
  await makePattern(sql, { experience_id: experience.id, start_time: '17:00', capacity: 20 })
  const held = await makeHeld(market, { byForm })
  const moveTo = async (start_time: string) => {
    const move = { to: { slot_date: day, start_time }, into_past: false, preview: false }
    const session = { experience_id: experience.id, slot: on(day) }
    expect(await moveSession(sql, { ...session, ...move }, { by }, at(1))).toMatchObject({
      ok: true,
      value: { bookings: 3, held: 2 },
    })
  }
  const find = async () => ({
    bookings: [...(await sql`select start_time, number_of_guests from bookings where id = ${held.id}`)],
    holds: [...(await sql`select outcome from holds where id = ${held.id}`)],
  })
  return { ...market, ...held, moveTo, find }
}

// Negative control: if confirm_by_link books the slot of the request, both cases of the next test book nothing.
test.each([
  ['another session', '17:00', '5:00 PM'],
  ['a time without a session', '15:15', '3:15 PM'],
])('a link books the new time after the session moved to %s', async (_, start_time, shown) => {
  const { link, moveTo, find } = await makeLinked()
  await moveTo(start_time)
  expect(await textOf(await visit(link))).toContain(shown)
  expect((await submit(link, { intent: 'confirm' })).status).toBe(302)
  expect(await find()).toEqual({
    bookings: [{ start_time: `${start_time}:00`, number_of_guests: 2 }],
    holds: [{ outcome: 'booked' }],
  })
})

test('a link books the new time of a moved session, even if the former time is open again', async () => {
  const { link, moveTo, find, experience } = await makeLinked()
  await moveTo('17:00')
  const [closed] = await sql<[{ id: string }]>`
    select id from availability_exceptions where vineyard_id = ${experience.vineyard_id}`
  await removeException(sql, closed.id, { by }, at(1))
  expect((await submit(link, { intent: 'confirm' })).status).toBe(302)
  expect(await find()).toMatchObject({ bookings: [{ start_time: '17:00:00' }] })
})

// Negative control: without the comparison of the starts in take_places, the party keeps its places.
test.each([false, true])(
  'a link books nothing after the start of its session has changed (booked by form: %s)',
  async (byForm) => {
    const { link, find, pattern, experience } = await makeLinked({ byForm })
    await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
    await storeSlots(sql, experience.id)
    expect((await submit(link, { intent: 'confirm' })).status).toBe(404)
    expect(await find()).toEqual({ bookings: [], holds: [{ outcome: 'released' }] })
  },
)

test('a link books nothing after its session was closed, and its places are free again', async () => {
  const { link, find, experience } = await makeLinked()
  const closure = { vineyard_id: experience.vineyard_id, starts_on: day, ends_on: day, capacity: null }
  expect(await addException(sql, closure, { by, bookings: 'keep' }, at(1))).toMatchObject({ ok: true })
  expect((await submit(link, { intent: 'confirm' })).status).toBe(404)
  expect(await find()).toEqual({ bookings: [], holds: [{ outcome: 'released' }] })
})
