import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { makeDailyExperience } from '../../../test/book.ts'
import { makeExperience } from '../../../test/make.ts'
import { countRefusal } from './refused-demand.server.ts'
import { connect } from '../../platform/database/pool.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const errors: string[] = []
const quiet = () => {}
const log = {
  debug: quiet,
  info: quiet,
  warn: quiet,
  fatal: quiet,
  error: (_: unknown, line?: string) => void errors.push(line ?? ''),
}
const counted = () =>
  sql`select day, experience_id, region, party, reason, count from demand_refusals order by count desc`

test('counts equal refusals in one row, even if they are concurrent', async () => {
  const { id: experience_id } = await makeExperience(sql)
  const refusal = { day: '2026-06-06', experience_id, party: 4, reason: 'full' } as const
  await Promise.all(Array.from({ length: 10 }, () => countRefusal(sql, log, refusal, now)))
  await countRefusal(sql, log, { ...refusal, party: 2 }, now)
  expect(await counted()).toEqual([
    { ...refusal, region: null, count: 10 },
    { ...refusal, region: null, party: 2, count: 1 },
  ])
})

test('counts a search without results for its region, even if the search names no day', async () => {
  await sql`truncate demand_refusals`
  const refusal = { day: null, region: 'Kent', party: 1, reason: 'none_found' } as const
  await countRefusal(sql, log, refusal, now)
  await countRefusal(sql, log, refusal, now)
  await countRefusal(sql, log, { ...refusal, day: '2026-06-06' }, now)
  expect(await counted()).toEqual([
    { ...refusal, experience_id: null, count: 2 },
    { ...refusal, day: '2026-06-06', experience_id: null, count: 1 },
  ])
})

test('counts concurrent refusals on a server whose default isolation is REPEATABLE READ', async () => {
  const { id: experience_id } = await makeExperience(sql)
  await sql.unsafe(
    `alter database "${new URL(sql.url).pathname.slice(1)}" set default_transaction_isolation = 'repeatable read'`,
  )
  const strict = connect(sql.url, { max: 10 })
  try {
    const refusal = { day: '2026-06-07', experience_id, party: 2, reason: 'full' } as const
    await Promise.all(Array.from({ length: 60 }, () => countRefusal(strict, log, refusal, now)))
    expect(errors).toEqual([])
    expect(await sql`select count from demand_refusals where experience_id = ${experience_id}`).toEqual([
      { count: 60 },
    ])
  } finally {
    await strict.end()
    await sql.unsafe(
      `alter database "${new URL(sql.url).pathname.slice(1)}" reset default_transaction_isolation`,
    )
  }
})

test('logs a failed count without failing the request', async () => {
  await countRefusal(sql, log, { day: 'no day', region: 'Kent', party: 1, reason: 'full' }, now)
  expect(errors).toEqual(['A refusal could not be counted'])
})

test('counts a refusal as “late” if an open slot is past its cut-off, and as “gone” if there is no such slot', async () => {
  const { experience, on } = await makeDailyExperience(sql, { experience: { booking_cutoff_minutes: 60 } })
  const { id: experience_id } = experience
  const { slot_date: day } = on('2026-06-06')
  const refusal = { day, experience_id, party: 2, reason: 'gone', start_time: '14:30' } as const
  const reasons = async () =>
    (
      await sql`select reason from demand_refusals where experience_id = ${experience_id} order by reason`
    ).map(({ reason }) => reason)
  // The session starts at 1:30 PM in UTC.
  await countRefusal(sql, log, refusal, new Date('2026-06-06T12:29:59Z'))
  expect(await reasons()).toEqual(['gone'])
  await countRefusal(sql, log, refusal, new Date('2026-06-06T12:30:00Z'))
  expect(await reasons()).toEqual(['gone', 'late'])
  await sql`truncate demand_refusals`
  const after = new Date('2026-06-06T12:30:00Z')
  await countRefusal(sql, log, { ...refusal, start_time: '16:00' }, after)
  await countRefusal(sql, log, { ...refusal, reason: 'full' }, after)
  await sql`update experiences set is_active = false where id = ${experience_id}`
  await countRefusal(sql, log, { ...refusal, party: 3 }, after)
  expect(await reasons()).toEqual(['full', 'gone', 'gone'])
})
