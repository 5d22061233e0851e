import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeMarket, trace } from '../../test/book.ts'
import { sent, sitDownAtDesk } from '../../test/desk.ts'
import { makeAdmin } from '../../test/make.ts'
import { respond } from '../staff-client/action-result.tsx'

const app = await startApp()
let line: (typeof app)['visit'] = app.visit
sitDownAtDesk({ visit: (path, init) => line(path, init) }, await makeAdmin(app.sql))
// The desk is there first: calls are made ready as the file is read.
const { actOnBooking } = await import('./booking-actions.tsx')

const off = () => Promise.reject(new TypeError('Failed to fetch'))

async function makeBooking() {
  const { experience, on } = await makeMarket(app.sql)
  return book(app.sql, experience, on('2026-06-06'), 2, app.now)
}
const confirm = (id: string) =>
  actOnBooking(sent(`/admin/bookings/${id}`, { intent: 'status', status: 'confirmed', seen: 'pending' }), id)

test('a status that could not be set says so in the words of the specification, whatever was in the way', async () => {
  const id = await makeBooking()
  line = off
  const offline = await confirm(id)
  line = app.visitWithoutDatabase
  const away = await confirm(id)
  app.expectErrors()
  line = app.visit
  for (const act of [offline, away]) {
    expect([act.said, act.failed, act.undo]).toEqual(['Failed to update booking status', true, null])
    // Nothing is loaded anew, so that the page stays.
    expect(respond(act).init).toEqual({ status: 422 })
  }
  expect(await trace(app.sql, id)).toMatchObject({ status: 'pending' })
  expect((await confirm(id)).said).toBe('Confirmed. The guest has been emailed.')
})

test('who meets a status that a colleague has set is told which, and sees it', async () => {
  const id = await makeBooking()
  await confirm(id)
  const late = await actOnBooking(
    sent(`/admin/bookings/${id}`, { intent: 'status', status: 'cancelled', seen: 'pending' }),
    id,
  )
  expect([late.said, late.failed]).toEqual(['This booking is now confirmed.', true])
  expect(respond(late).init).toEqual({ status: 200 })
})

test('a note that was not taken is handed back as it was typed', async () => {
  const id = await makeBooking()
  line = off
  const act = await actOnBooking(
    sent(`/admin/bookings/${id}`, { intent: 'notes', staff_notes: 'By the window', seen: '' }),
    id,
  )
  line = app.visit
  expect([act.said, act.typed]).toEqual(['No connection just now. Please try again.', 'By the window'])
  // Nobody else wrote anything, and the page does not say so.
  expect(act.overtaken).toBe(false)
  expect(respond(act).init).toEqual({ status: 422 })
})

test('a status that was set can be set back, and an Undo that finds no connection can be pressed again', async () => {
  const id = await makeBooking()
  const done = await confirm(id)
  expect(done.undo).toEqual({ intent: 'status', status: 'pending', seen: 'confirmed', undo: 'on' })
  const undo = () => actOnBooking(sent(`/admin/bookings/${id}`, done.undo ?? {}), id)
  line = off
  expect((await undo()).undo).toEqual(done.undo)
  line = app.visit
  expect((await undo()).failed).toBe(false)
  expect(await trace(app.sql, id)).toMatchObject({ status: 'pending' })
})
