import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience, bookingState } from '../../test/book.ts'
import { formRequest, signInBrowser } from '../../test/staff-browser.ts'
import { makeAdmin, makePattern } from '../../test/make.ts'
import { respond } from '../staff-client/action-result.tsx'

const app = await startApp()
let line: (typeof app)['visit'] = app.visit
signInBrowser({ visit: (path, init) => line(path, init) }, await makeAdmin(app.sql))
// Imported after the sign-in is set up, because the API client reads the sign-in when it is imported.
const { actOnBooking, loadNewBooking } = await import('./booking-actions.tsx')

const off = () => Promise.reject(new TypeError('Failed to fetch'))

async function makeBooking() {
  const { experience, on } = await makeDailyExperience(app.sql)
  return book(app.sql, experience, on('2026-06-06'), 2, app.now)
}
const confirm = (id: string) =>
  actOnBooking(
    formRequest(`/admin/bookings/${id}`, { intent: 'status', status: 'confirmed', seen: 'pending' }),
    id,
  )

test('shows the message of specification §8 if the connection or the database fails while a status is set', async () => {
  const id = await makeBooking()
  line = off
  const offline = await confirm(id)
  line = app.visitWithoutDatabase
  const away = await confirm(id)
  app.expectErrors()
  line = app.visit
  for (const act of [offline, away]) {
    expect([act.message, act.failed, act.undo]).toEqual(['Failed to update booking status', true, null])
    // Status 422 keeps React Router from reloading the page's data.
    expect(respond(act).init).toEqual({ status: 422 })
  }
  expect(await bookingState(app.sql, id)).toMatchObject({ status: 'pending' })
  expect((await confirm(id)).message).toBe(
    'Confirmed. The guest is emailed in 30 seconds, unless you undo it.',
  )
})

test('says which status a colleague has set in the meantime, and shows this status', async () => {
  const id = await makeBooking()
  await confirm(id)
  const late = await actOnBooking(
    formRequest(`/admin/bookings/${id}`, { intent: 'status', status: 'cancelled', seen: 'pending' }),
    id,
  )
  expect([late.message, late.failed]).toEqual(['This booking is now confirmed.', true])
  expect(respond(late).init).toEqual({ status: 200 })
})

test('returns the note and tags as typed if they could not be saved', async () => {
  const id = await makeBooking()
  line = off
  const act = await actOnBooking(
    formRequest(`/admin/bookings/${id}`, {
      intent: 'notes',
      staff_notes: 'By the window',
      tags: 'allergy',
      seen: '',
      seen_tags: '[]',
    }),
    id,
  )
  line = app.visit
  expect([act.message, act.typed]).toEqual([
    'No connection just now. Please try again.',
    { note: 'By the window', tags: ['allergy'] },
  ])
  // No colleague changed the note, so the page must not say that somebody did.
  expect(act.overtaken).toBe(false)
  expect(respond(act).init).toEqual({ status: 422 })
})

test('a status change can still be undone after the first Undo failed for lack of a connection', async () => {
  const id = await makeBooking()
  await confirm(id)
  const undo = () =>
    actOnBooking(formRequest(`/admin/bookings/${id}`, { intent: 'undo', undo: `${id} confirmed` }), id)
  line = off
  expect((await undo()).message).toBe('No connection just now. Please try again.')
  line = app.visit
  expect((await undo()).message).toBe('Undone: the booking is pending again. Nobody was emailed.')
  expect(await bookingState(app.sql, id)).toMatchObject({ status: 'pending' })
})

test('says that a guest who had already read about the cancellation will be emailed again', async () => {
  const id = await makeBooking()
  const post = (fields: Record<string, string>) =>
    actOnBooking(formRequest(`/admin/bookings/${id}`, fields), id)
  await post({ intent: 'status', status: 'cancelled', seen: 'pending' })
  await app.visit(`/booking/${id}`)
  expect((await post({ intent: 'undo', undo: `${id} cancelled` })).message).toBe(
    'Undone: the booking is pending again. The guest had read of the cancellation, so we email them again.',
  )
})

test('the booking form suggests the next session with places, but only if the day is today', async () => {
  const { experience, on } = await makeDailyExperience(app.sql, {
    capacity: 2,
    pattern: { start_time: '11:00' },
  })
  const later = await makePattern(app.sql, { experience_id: experience.id, capacity: 2, start_time: '15:00' })
  const { vineyard_id } = experience
  const open = async (query = '') => {
    const form = await loadNewBooking(
      new Request(`http://site.test/admin/bookings?new=1&vineyard_id=${vineyard_id}${query}`),
    )
    return form.kind === 'new' ? form.slot : expect.fail()
  }
  const day = '2026-06-06'
  const [first, second] = [`${on(day).pattern_id}-${day}`, `${later.id}-${day}`]
  app.now = new Date(`${day}T09:00:00Z`)
  expect(await open()).toBe(first)
  app.now = new Date(`${day}T10:00:00Z`)
  expect(await open()).toBe(second)
  expect(await open(`&slot=${first}`)).toBe(first)
  expect(await open('&day=2026-06-07')).toBeNull()
  await book(app.sql, experience, { pattern_id: later.id, slot_date: day }, 2, app.now)
  expect(await open()).toBeNull()
})

test('for a walk-in, the booking form suggests the same session as Today: one that began at most 15 minutes ago, or else the next session', async () => {
  const { experience, on } = await makeDailyExperience(app.sql, { pattern: { start_time: '11:00' } })
  const later = await makePattern(app.sql, { experience_id: experience.id, start_time: '15:00' })
  const day = '2026-06-06'
  const walkIn = async (time: string) => {
    app.now = new Date(`${day}T${time}Z`)
    const url = `http://site.test/admin/bookings?new=1&vineyard_id=${experience.vineyard_id}`
    const form = await loadNewBooking(new Request(url))
    return form.kind === 'new' ? form.walkInSlot : expect.fail()
  }
  expect(await walkIn('10:15:00')).toBe(`${on(day).pattern_id}-${day}`)
  expect(await walkIn('10:16:00')).toBe(`${later.id}-${day}`)
})
