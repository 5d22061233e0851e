import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeAdmin } from '../../../test/make.ts'
import {
  requestConsistencyCheck,
  latestChecks,
  consistencyCheckSteps,
  makeCheck,
} from './consistency-check.server.ts'

const sql = await ownDatabase()
const admin = { actor_id: (await makeAdmin(sql, { name: 'Addie' })).id }
const at = (time: string) => new Date(`2026-06-01T${time}:00Z`)

test('two requests and two workers make only one check, and the check names the contradictions', async () => {
  expect(await makeCheck(sql, () => at('08:00'))).toBe(false)
  const market = await makeDailyExperience(sql)
  await book(sql, market.experience, market.on('2026-06-06'), 2, at('08:00'))
  await requestConsistencyCheck(sql, admin, at('09:00'))
  await requestConsistencyCheck(sql, admin, at('09:01'))
  expect(await latestChecks(sql)).toMatchObject([{ requested_by: 'Addie', steps_done: 0, finished_at: null }])

  const both = await Promise.all([makeCheck(sql, () => at('09:02')), makeCheck(sql, () => at('09:02'))])
  expect(both.toSorted()).toEqual([false, true])
  expect(await latestChecks(sql)).toMatchObject([
    { steps_done: consistencyCheckSteps, finished_at: at('09:02'), fault_count: 0, faults: [] },
  ])

  await sql`update slots set booked = booked + 1 where version > 0`
  await requestConsistencyCheck(sql, admin, at('10:00'))
  await makeCheck(sql, () => at('10:01'))
  const [latest] = await latestChecks(sql)
  expect(latest).toMatchObject({ fault_count: 1, faults: [{ fault: 'counter', noun: 'slots' }] })
})

test('restarts the check of a crashed worker, but not while the check may still be running', async () => {
  await requestConsistencyCheck(sql, admin, at('11:00'))
  await sql`update consistency_checks set stepped_at = ${at('11:00')}, steps_done = 3 where finished_at is null`
  expect(await makeCheck(sql, () => at('11:10'))).toBe(false)
  expect(await makeCheck(sql, () => at('11:16'))).toBe(true)
  expect((await latestChecks(sql))[0]).toMatchObject({
    steps_done: consistencyCheckSteps,
    finished_at: at('11:16'),
  })
})

test('a check has one step for each kind of fault', async () => {
  const [{ source }] = await sql<[{ source: string }]>`
    select prosrc as source from pg_proc where proname = 'consistency_faults'`
  expect(source.match(/\b\w+_faults\(/g)).toHaveLength(consistencyCheckSteps)
})
