import { afterAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeBookable } from '../../../test/make.ts'
import { untilWaiting } from '../../../test/race.ts'
import { connect } from '../../platform/database/pool.server.ts'

/** A site with four connections, which makes at most two bookings at a time. */
const app = await startApp({ env: { DATABASE_POOL: '4' }, processes: 1 })
const pool = connect(app.sql.url, { max: 4 })
afterAll(() => pool.end({ timeout: 1 }))
const visit = app.visitOn(pool)

// Negative control: without the limit, waiting bookings use all connections, and the list waits for a connection.
test('many concurrent bookings of one slot leave connections for the rest of the site', async () => {
  const { path, answers, pattern } = await makeBookable(app.sql, { pattern: { capacity: 40 } })
  await app.sql`alter function create_booking(jsonb) set lock_timeout = '60s'`
  const holder = await app.sql.reserve()
  await holder`begin`
  await holder`select from slots where pattern_id = ${pattern.id} for update`
  const rush = Array.from({ length: 12 }, () =>
    visit(path, { method: 'POST', body: new URLSearchParams(answers()) }),
  )
  await untilWaiting(app.sql, 2)
  const lists: number[] = []
  for (let n = 0; n < 20; n += 1) lists.push((await visit('/api/vineyards')).status)
  await holder`commit`
  holder.release()
  expect(lists).toEqual(Array(20).fill(200))
  expect((await Promise.all(rush)).map(({ status }) => status)).toEqual(Array(12).fill(302))
})
