import type { PgBoss } from 'pg-boss'

import { updateTotals } from '../../app/bookings/scheduled-jobs.server.ts'
import type { AppDependencies } from '../../app/platform/app-dependencies.ts'

const sumQueue = 'sums'

/** Adds up every minute what bookings changed, so that little is left to whoever reads. */
export async function startTotals({ boss, sql, now }: AppDependencies & { boss: PgBoss }): Promise<void> {
  await boss.createQueue(sumQueue, { policy: 'exclusive', retryLimit: 0, expireInSeconds: 3600 })
  await boss.schedule(sumQueue, '* * * * *', null, { tz: 'Europe/London' })
  await boss.work(sumQueue, () => updateTotals(sql, now()))
}
