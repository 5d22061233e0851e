import { expect, test } from 'vitest'

import { makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { addDays, dayOf } from '../../platform/days.ts'
import { findDirectory } from './directory.server.ts'

const sql = await ownDatabase()

test('the directory is shown until the first session is within its booking horizon, even if that is more than a year ahead', async () => {
  const now = new Date()
  const today = dayOf(now)
  await makeDailyExperience(sql, {
    experience: { booking_horizon_days: 500 },
    pattern: { valid_from: addDays(today, 400), valid_until: addDays(today, 410) },
  })
  expect(await findDirectory(sql, now)).toBeNull()
  await sql`update experiences set booking_horizon_days = 399`
  expect(await findDirectory(sql, now)).toMatchObject({ vineyards: 1 })
})
