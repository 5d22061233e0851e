import { expect, test } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { startBoss, steadyPace } from './boss.ts'
import { retentionJob, startScheduledJobs } from './scheduled-jobs.ts'

// ASVS 14.2.7
test('every night, erases personal data past its retention period', async () => {
  const sql = await ownDatabase()
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
  const { experience, on } = await makeDailyExperience(sql)
  await book(sql, experience, on('2026-06-01'), 2, new Date('2026-05-01T09:00:00Z'))
  const boss = await startBoss(sql, log, steadyPace)
  try {
    const now = () => new Date('2028-06-01T02:15:00Z')
    await startScheduledJobs({ boss, sql, now, config: readConfig({}), log }, [retentionJob])
    expect(await boss.getSchedules()).toMatchObject([
      { name: 'retention', cron: '15 3 * * *', timezone: 'Europe/London' },
    ])
    await boss.send('retention', null)
    await expect.poll(async () => (await sql`select guest_name from bookings`)[0]?.guest_name).toBe('Erased')
  } finally {
    await boss.stop({ graceful: true, timeout: 5000 })
  }
})
