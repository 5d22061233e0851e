import { expect, test } from 'vitest'

import { findSlots } from '../availability/slot.server.ts'
import { startApp } from '../../test/app.ts'
import { book, makeMarket, trace } from '../../test/book.ts'
import { sitDownAtDesk } from '../../test/desk.ts'
import { makeAdmin } from '../../test/make.ts'
import type { ClosureAct, ClosureOutcome } from './closure-save.ts'

const app = await startApp()
const { sql, now } = app
sitDownAtDesk(app, await makeAdmin(sql))
// The desk is there first: calls are made ready as the file is read.
const { changeAvailability: actOnAvailability } = await import('./availability-actions.ts')
const { actionFields: fieldsOf } = await import('./closure-save.ts')

const saturday = '2026-06-06'

async function makeSaturday() {
  const market = await makeMarket(sql)
  const { id: experience_id, vineyard_id } = market.experience
  const does = async (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return (await actOnAvailability('admin', experience_id, form)).outcome as ClosureOutcome
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
  const close = (more: Partial<Extract<ClosureAct, { intent: 'close' }>> = {}) =>
    does(fieldsOf({ intent: 'close', exception, ...more } satisfies ClosureAct))
  const isOpen = async () => (await findSlots(sql, experience_id, saturday, now)).length > 0
  return { ...market, exception, does, close, isOpen }
}

test('a closure is undone by what its toast carries, and the undoing as well', async () => {
  const { does, close, isOpen } = await makeSaturday()
  const closed = await close()
  expect([closed.said, await isOpen()]).toEqual(['Saturday 6 June 2026 is closed.', false])
  const opened = await does(closed.undo ?? {})
  expect([opened.said, await isOpen()]).toEqual(['Saturday 6 June 2026 is open again.', true])
  const again = await does(opened.undo ?? {})
  expect([again.said, await isOpen()]).toEqual(['Saturday 6 June 2026 is closed.', false])
})

test('what was cancelled for a closure stays cancelled when it is undone, and it is said', async () => {
  const { experience, on, does, close, isOpen } = await makeSaturday()
  const id = await book(sql, experience, on(saturday), 2, now)
  const asked = await close()
  expect([asked.said, asked.met]).toEqual(['', { bookings: 1, guests: 2 }])
  const closed = await close({ bookings: 'cancel' })
  expect(closed.said).toBe(
    'Saturday 6 June 2026 is closed. 1 booking is cancelled. The guest is being emailed.',
  )
  const opened = await does(closed.undo ?? {})
  expect(opened.said).toBe(
    'Saturday 6 June 2026 is open again. The booking that was cancelled stays so: the guests were emailed already.',
  )
  expect(await isOpen()).toBe(true)
  expect(await trace(sql, id)).toMatchObject({ status: 'cancelled' })
})

test('bookings that are kept stand before and after', async () => {
  const { experience, on, does, close } = await makeSaturday()
  const id = await book(sql, experience, on(saturday), 2, now)
  const closed = await close({ bookings: 'keep' })
  expect(closed.said).toBe('Saturday 6 June 2026 is closed. 1 booking is kept.')
  const opened = await does(closed.undo ?? {})
  expect(opened.said).toBe('Saturday 6 June 2026 is open again.')
  expect((await does(opened.undo ?? {})).said).toBe('Saturday 6 June 2026 is closed. 1 booking is kept.')
  expect(await trace(sql, id)).toMatchObject({ status: 'pending' })
})

test('who undoes what a colleague has opened already is told so', async () => {
  const { does, close, isOpen } = await makeSaturday()
  const { undo } = await close()
  await does(undo ?? {})
  const late = await does(undo ?? {})
  expect([late.said, late.undo, await isOpen()]).toEqual(['Somebody else has opened it already.', null, true])
})

test('other numbers of places go back to those of the plan', async () => {
  const { exception, does } = await makeSaturday()
  const fewer = await does(fieldsOf({ intent: 'close', exception: { ...exception, capacity: 3 } }))
  expect(fewer.said).toBe('The places of Saturday 6 June 2026 are changed.')
  expect((await does(fewer.undo ?? {})).said).toBe('The places of Saturday 6 June 2026 are as planned again.')
})

test('of one closure only the latest is said, and of another one as well', async () => {
  const { exception, does, close } = await makeSaturday()
  const closed = await close()
  const opened = await does(closed.undo ?? {})
  expect(opened.about).toBe(closed.about)
  const other = await close({ exception: { ...exception, from_time: '10:00', until_time: '11:00' } })
  expect(other.said).toBe('Saturday 6 June 2026, 10:00 AM to 11:00 AM is closed.')
  expect(other.about).not.toBe(closed.about)
})
