import { expect, test } from 'vitest'

import { findSlots } from '../../availability/slot.server.ts'
import { startApp } from '../../../test/app.ts'
import { book, bookingState, hold, makeDailyExperience } from '../../../test/book.ts'
import { signInBrowser } from '../../../test/staff-browser.ts'
import { makeAdmin } from '../../../test/make.ts'
import type { ClosureAction, ClosureOutcome } from './closure-actions.tsx'

const app = await startApp()
const { sql, now } = app
signInBrowser(app, await makeAdmin(sql))
// Imported after the sign-in is set up, because the API client reads the sign-in when it is imported.
const { actionFields, changeAvailability, formatAffected, toldSentence } = await import(
  './closure-actions.tsx'
)

const saturday = '2026-06-06'

async function makeSaturday() {
  const market = await makeDailyExperience(sql)
  const { id: experience_id, vineyard_id } = market.experience
  const act = async (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return (await changeAvailability('admin', experience_id, form)).outcome as ClosureOutcome
  }
  const exception = {
    vineyard_id,
    experience_id,
    pattern_id: null,
    starts_on: saturday,
    ends_on: saturday,
    from_time: null,
    until_time: null,
    capacity: null,
    reason: 'Hail',
  }
  const close = (more: Partial<Extract<ClosureAction, { intent: 'close' }>> = {}) =>
    act(actionFields({ intent: 'close', exception, ...more } satisfies ClosureAction))
  const isOpen = async () => (await findSlots(sql, experience_id, saturday, now)).length > 0
  return { ...market, exception, act, close, isOpen }
}

test('Undo in the toast removes the closure, and Undo in the next toast closes the day again', async () => {
  const { act, close, isOpen } = await makeSaturday()
  const closed = await close()
  expect([closed.message, await isOpen()]).toEqual(['Saturday 6 June 2026 is closed.', false])
  const opened = await act(closed.undo ?? {})
  expect([opened.message, await isOpen()]).toEqual(['Saturday 6 June 2026 is open again.', true])
  const again = await act(opened.undo ?? {})
  expect([again.message, await isOpen()]).toEqual(['Saturday 6 June 2026 is closed.', false])
})

test('Undo in the toast removes the closure and restores the bookings that it cancelled', async () => {
  const { experience, on, act, close, isOpen } = await makeSaturday()
  const id = await book(sql, experience, on(saturday), 2, now)
  const question = await close()
  expect([question.message, question.affected]).toEqual([
    '',
    { bookings: 1, guests: 2, without_email: 0, held: 0, paid: 0 },
  ])
  const closed = await close({ bookings: 'cancel', cancellation: { reason: 'weather', message: 'Hail.' } })
  expect(closed.message).toBe(
    'Saturday 6 June 2026 is closed. 1 booking is cancelled. The guest is emailed in 30 seconds, unless you undo it.',
  )
  expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled' })
  const opened = await act(closed.undo ?? {})
  expect(opened.message).toBe(
    'Saturday 6 June 2026 is open again. 1 booking is restored. Nobody was emailed.',
  )
  expect(await isOpen()).toBe(true)
  expect(await bookingState(sql, id)).toMatchObject({ status: 'pending' })
})

test('the toast says that guests who had already read about the cancellation will be emailed again', async () => {
  const { experience, on, act, close } = await makeSaturday()
  const [read] = [
    await book(sql, experience, on(saturday), 2, now),
    await book(sql, experience, on(saturday), 2, now),
  ]
  const closed = await close({ bookings: 'cancel' })
  await app.visit(`/booking/${read}`)
  expect((await act(closed.undo ?? {})).message).toBe(
    'Saturday 6 June 2026 is open again. 2 bookings are restored. 1 guest had read of the cancellation, so we email them again.',
  )
})

test('bookings that staff keep survive a closure and its removal', async () => {
  const { experience, on, act, close } = await makeSaturday()
  const id = await book(sql, experience, on(saturday), 2, now)
  const closed = await close({ bookings: 'keep' })
  expect(closed.message).toBe('Saturday 6 June 2026 is closed. 1 booking is kept.')
  const opened = await act(closed.undo ?? {})
  expect(opened.message).toBe('Saturday 6 June 2026 is open again.')
  expect((await act(opened.undo ?? {})).message).toBe('Saturday 6 June 2026 is closed. 1 booking is kept.')
  expect(await bookingState(sql, id)).toMatchObject({ status: 'pending' })
})

test('undoing a closure tells staff if a colleague has already removed the closure', async () => {
  const { experience, on, exception, act, close, isOpen } = await makeSaturday()
  const { undo } = await close()
  await act(undo ?? {})
  const late = await act(undo ?? {})
  expect([late.message, late.undo, await isOpen()]).toEqual([
    'Someone else has already removed this exception.',
    null,
    true,
  ])
  await book(sql, experience, on(saturday), 2, now)
  const { undo: restore } = await close({ bookings: 'cancel' })
  const { exception: closed } = JSON.parse(restore?.act ?? '')
  await act(actionFields({ intent: 'open', exception: { ...exception, ...closed } }))
  expect((await act(restore ?? {})).message).toBe(
    'Someone else has already removed this exception. Please check its bookings: those that it cancelled may have stayed cancelled.',
  )
})

test('removing a changed capacity restores the planned capacity', async () => {
  const { experience, on, exception, act } = await makeSaturday()
  await book(sql, experience, on(saturday), 3, now)
  const tooFew = await act(actionFields({ intent: 'close', exception: { ...exception, capacity: 2 } }))
  expect(tooFew.message).toBe(
    'The places on Saturday 6 June 2026 are changed. Now 1 guest is beyond the places: all bookings are kept.',
  )
  await act(tooFew.undo ?? {})
  const fewer = await act(actionFields({ intent: 'close', exception: { ...exception, capacity: 3 } }))
  expect(fewer.message).toBe('The places on Saturday 6 June 2026 are changed.')
  expect((await act(fewer.undo ?? {})).message).toBe(
    'The places on Saturday 6 June 2026 are as planned again.',
  )
})

test('the results of a closure and of its Undo have the same `about`, which differs for another closure', async () => {
  const { exception, act, close } = await makeSaturday()
  const closed = await close()
  const opened = await act(closed.undo ?? {})
  expect(opened.about).toBe(closed.about)
  const other = await close({ exception: { ...exception, from_time: '10:00', until_time: '11:00' } })
  expect(other.message).toBe('Saturday 6 June 2026, 10:00 AM to 11:00 AM is closed.')
  expect(other.about).not.toBe(closed.about)
})

test('the question before a closure counts the affected bookings and the places in unexpired holds', async () => {
  const { experience, on, close } = await makeSaturday()
  await book(sql, experience, on(saturday), 2, now)
  await hold(sql, experience, on(saturday), 4, [now, new Date(now.getTime() + 600_000)])
  await hold(sql, experience, on(saturday), 1, [new Date(now.getTime() - 600_000), now])
  const { affected } = await close()
  expect(affected && formatAffected(affected)).toBe('1 booking (2 guests) and 4 places held for others')
})

test('asks before it closes a session without bookings in which places are held', async () => {
  const { experience, on, close, isOpen } = await makeSaturday()
  await hold(sql, experience, on(saturday), 4, [now, new Date(now.getTime() + 600_000)])
  const { affected } = await close()
  expect([affected && formatAffected(affected), await isOpen()]).toEqual(['4 places held for others', true])
  expect((await close({ bookings: 'keep' })).message).toBe(
    'Saturday 6 June 2026 is closed. 4 places are held for guests who have not booked yet.',
  )
})

test('names the held places of sessions whose capacity is changed', async () => {
  const { experience, exception, on, close } = await makeSaturday()
  await hold(sql, experience, on(saturday), 4, [now, new Date(now.getTime() + 600_000)])
  expect((await close({ exception: { ...exception, capacity: 3 } })).message).toBe(
    'The places on Saturday 6 June 2026 are changed. 4 places are held for guests who have not booked yet.',
  )
})

test('says that guests are emailed, or that staff should call them', () => {
  const told = (bookings: number, without_email: number) => toldSentence({ bookings, without_email })
  expect(told(1, 0)).toBe(' The guest is emailed in 30 seconds, unless you undo it.')
  expect(told(1, 1)).toBe(' The guest gets no email: please call this guest.')
  expect(told(3, 3)).toBe(' The guests get no email: please call them.')
  expect(told(3, 1)).toBe(
    ' The guests are emailed in 30 seconds, unless you undo it. One of the guests gets no email: please call this guest.',
  )
})
