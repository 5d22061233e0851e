import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { startApp } from '../app.ts'
import { makeBookable } from '../make.ts'
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

// Time limits are checked only on a quiet machine.
const isMeasured = process.env.LONG !== undefined
const app = await startApp()
let proxy: DatabaseProxy
let proxied: Sql
let visit: typeof app.visit
beforeAll(async () => {
  proxy = await openDatabaseProxy(app.sql.url)
})
beforeEach(() => {
  // With few connections and short timeouts, the tests reach these limits quickly.
  proxied = connect(proxy.url, {
    max: 2,
    acquire_timeout: 1000,
    connect_timeout_seconds: 2,
    statement_timeout: 1500,
  })
  visit = app.visitOn(proxied)
  return async () => {
    Object.assign(proxy, { delay_ms: 0, silent: false })
    proxy.cutAll()
    await proxied.end({ timeout: 1 })
  }
})
afterAll(() => proxy.close())

type Bookable = Awaited<ReturnType<typeof makeBookable>>
const submit = ({ path, answers }: Bookable, given = answers()) =>
  visit(path, { method: 'POST', body: new URLSearchParams(given) })

const bookingsOf = async ({ experience }: Bookable) =>
  (await app.sql`select id from bookings where experience_id = ${experience.id}`).length

test('a booking succeeds although each message to the database takes 50 ms', async () => {
  const bookable = await makeBookable(app.sql)
  proxy.delay_ms = 50
  expect((await submit(bookable)).status).toBe(302)
  expect(await bookingsOf(bookable)).toBe(1)
})

test.runIf(isMeasured)(
  'with the usual timeouts, a booking succeeds at 500 ms per message to the database',
  async () => {
    const bookable = await makeBookable(app.sql)
    const patient = connect(proxy.url, { max: 4, acquire_timeout: 5000, connect_timeout_seconds: 5 })
    onTestFinished(() => patient.end({ timeout: 1 }))
    proxy.delay_ms = 500
    const answers = new URLSearchParams(bookable.answers())
    const answer = await app.visitOn(patient)(bookable.path, { method: 'POST', body: answers })
    expect(answer.status).toBe(302)
    expect(await bookingsOf(bookable)).toBe(1)
  },
)

test('a booking gets 503 if the database takes 5 seconds to answer, and a retry books once', async () => {
  const bookable = await makeBookable(app.sql)
  const answers = bookable.answers()
  await proxied`select`
  proxy.delay_ms = 5000
  const began = performance.now()
  const answer = await submit(bookable, answers)
  if (isMeasured) expect(performance.now() - began).toBeLessThan(15_000)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('Try Again')
  expect(app.expectErrors()).not.toEqual([])

  proxy.delay_ms = 0
  proxy.cutAll()
  expect((await submit(bookable, answers)).status).toBe(302)
  expect(await bookingsOf(bookable)).toBe(1)
})

test('the site answers 503 with Retry-After while all connections are in use', async () => {
  const bookable = await makeBookable(app.sql)
  const held = await Promise.all([proxied.reserve(), proxied.reserve()])
  const began = performance.now()
  const [call, page] = await Promise.all([visit('/api/vineyards'), submit(bookable)])
  if (isMeasured) expect(performance.now() - began).toBeLessThan(8000)
  expect([call?.status, call?.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(page?.status).toBe(503)
  expect(app.expectErrors().join()).toContain('POOL_EXHAUSTED')
  for (const connection of held) connection.release()
  expect((await submit(bookable)).status).toBe(302)
})

test('the pool gives up on a silent connection, and uses another connection for the next statement', async () => {
  expect(await proxied`select 1 as one`).toEqual([{ one: 1 }])
  proxy.silent = true
  const began = performance.now()
  await expect(proxied`select 1 as one`).rejects.toMatchObject({
    code: expect.stringMatching(/^CONNECTION_/),
  })
  if (isMeasured) expect(performance.now() - began).toBeLessThan(10_000)
  proxy.silent = false
  expect(await proxied`select 1 as one`).toEqual([{ one: 1 }])
})

test('a locked slot delays no booking of another slot, and bookings of the locked slot get 503', async () => {
  const [held, other] = [await makeBookable(app.sql), await makeBookable(app.sql)]
  expect((await submit(held)).status).toBe(302)
  const holder = await app.sql.reserve()
  await holder`begin`
  await holder`select from slots where version > 0 and pattern_id = ${held.pattern.id} for update`
  const stuck = submit(held)
  await sleep(200)
  const began = performance.now()
  const free = await submit(other)
  expect(free.status).toBe(302)
  if (isMeasured) expect(performance.now() - began).toBeLessThan(8000)
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
