import { expect, test } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import { book, makeMarket } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { startBoss, steadyPace } from './boss.ts'
import { retentionQueue, startRetention } from './retention-job.ts'

test('what has been kept for long enough is forgotten every night', async () => {
  const sql = await ownDatabase()
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
  const { experience, on } = await makeMarket(sql)
  await book(sql, experience, on('2026-06-01'), 2, new Date('2026-05-01T09:00:00Z'))
  const boss = await startBoss(sql, log, steadyPace)
  try {
    const now = () => new Date('2028-06-01T02:15:00Z')
    await startRetention({ boss, sql, now, config: readConfig({}), log })
    expect(await boss.getSchedules()).toMatchObject([
      { name: retentionQueue, cron: '15 3 * * *', timezone: 'Europe/London' },
    ])
    await boss.send(retentionQueue, null)
    await expect.poll(async () => (await sql`select guest_name from bookings`)[0]?.guest_name).toBe('Erased')
  } finally {
    await boss.stop({ graceful: true, timeout: 5000 })
  }
})
