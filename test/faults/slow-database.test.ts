import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { findInconsistencies } from '../../app/consistency-checks/inconsistencies.server.ts'
import { connect, type Sql } from '../../app/platform/database.server.ts'
import { startApp } from '../app.ts'
import { makeBookable } from '../make.ts'
import { type Line, openLine } from './line.ts'

const long = process.env.LONG !== undefined
const app = await startApp()
let line: Line
let far: Sql
let visit: typeof app.visit
beforeAll(async () => {
  line = await openLine(app.sql.url)
})
beforeEach(() => {
  // Short of connections and of patience, as a site in trouble is.
  far = connect(line.url, {
    max: 2,
    acquire_timeout: 1000,
    connect_timeout_seconds: 2,
    statement_timeout: 1500,
  })
  visit = app.visitOn(far)
  return async () => {
    Object.assign(line, { delay_ms: 0, silent: false })
    line.cutAll()
    await far.end({ timeout: 1 })
  }
})
afterAll(() => line.close())

type Bookable = Awaited<ReturnType<typeof makeBookable>>
const submit = ({ path, answers }: Bookable, given = answers()) =>
  visit(path, { method: 'POST', body: new URLSearchParams(given) })

const bookingsOf = async ({ experience }: Bookable) =>
  (await app.sql`select id from bookings where experience_id = ${experience.id}`).length

test('50 ms to the database make a booking slower and nothing else', async () => {
  const bookable = await makeBookable(app.sql)
  line.delay_ms = 50
  expect((await submit(bookable)).status).toBe(302)
  expect(await bookingsOf(bookable)).toBe(1)
})

test.runIf(long)('neither do 500 ms, with the patience that a site has', async () => {
  const bookable = await makeBookable(app.sql)
  const patient = connect(line.url, { max: 4, acquire_timeout: 5000, connect_timeout_seconds: 5 })
  onTestFinished(() => patient.end({ timeout: 1 }))
  line.delay_ms = 500
  const answers = new URLSearchParams(bookable.answers())
  const answer = await app.visitOn(patient)(bookable.path, { method: 'POST', body: answers })
  expect(answer.status).toBe(302)
  expect(await bookingsOf(bookable)).toBe(1)
})

test('a database that takes 5 seconds is told as away before it answers, and what was sent counts once', {
  retry: 1,
}, async () => {
  const bookable = await makeBookable(app.sql)
  const answers = bookable.answers()
  await far`select`
  line.delay_ms = 5000
  const began = performance.now()
  const answer = await submit(bookable, answers)
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('Try Again')
  expect(app.expectErrors()).not.toEqual([])

  line.delay_ms = 0
  line.cutAll()
  expect((await submit(bookable, answers)).status).toBe(302)
  expect(await bookingsOf(bookable)).toBe(1)
})

test('when every connection is held by somebody else, whoever comes is told so with the time to come again', {
  retry: 1,
}, async () => {
  const bookable = await makeBookable(app.sql)
  const held = await Promise.all([far.reserve(), far.reserve()])
  const began = performance.now()
  const [call, page] = await Promise.all([visit('/api/vineyards'), submit(bookable)])
  expect(performance.now() - began).toBeLessThan(8000)
  expect([call?.status, call?.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(page?.status).toBe(503)
  expect(app.expectErrors().join()).toContain('POOL_EXHAUSTED')
  for (const connection of held) connection.release()
  expect((await submit(bookable)).status).toBe(302)
})

test('a line that carries nothing any more is given up, and the next statement goes by another', {
  retry: 1,
}, async () => {
  expect(await far`select 1 as one`).toEqual([{ one: 1 }])
  line.silent = true
  const began = performance.now()
  await expect(far`select 1 as one`).rejects.toMatchObject({ code: expect.stringMatching(/^CONNECTION_/) })
  expect(performance.now() - began).toBeLessThan(10_000)
  line.silent = false
  expect(await far`select 1 as one`).toEqual([{ one: 1 }])
})

test('a held slot keeps nobody waiting for good, and stops no booking of another one', {
  retry: 1,
}, async () => {
  const [held, other] = [await makeBookable(app.sql), await makeBookable(app.sql)]
  expect((await submit(held)).status).toBe(302)
  const holder = await app.sql.reserve()
  await holder`begin`
  await holder`select from slot_inventory where pattern_id = ${held.pattern.id} for update`
  const stuck = submit(held)
  await sleep(200)
  const began = performance.now()
  const free = await submit(other)
  expect([free.status, performance.now() - began < 8000]).toEqual([302, true])
  const refused = await stuck
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('2')
  expect(app.expectErrors()).not.toEqual([])
  await holder`rollback`
  holder.release()
  expect((await submit(held)).status).toBe(302)
  expect(await bookingsOf(held)).toBe(2)
  expect(await findInconsistencies(app.sql, app.now)).toEqual([])
})
