import type { PgBoss } from 'pg-boss'

import {
  completeVisits,
  nudgeVineyards,
  remindGuests,
  sendDailySheets,
  thankGuests,
} from '../../app/bookings/scheduled-jobs.server.ts'
import type { AppDependencies } from '../../app/platform/app-dependencies.ts'

export const scheduledQueue = 'rounds'

/** In this order: what is completed now may be thanked for now. */
const acts = { completeVisits, remindGuests, thankGuests, sendDailySheets, nudgeVineyards }

/** Goes round every five minutes. What a round missed the next one does, as long as it is still owed. */
export async function startScheduledJobs({
  boss,
  sql,
  now,
  log,
}: AppDependencies & { boss: PgBoss }): Promise<void> {
  await boss.createQueue(scheduledQueue, { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 })
  await boss.schedule(scheduledQueue, '*/5 * * * *', null, { tz: 'Europe/London' })
  await boss.work(scheduledQueue, async () => {
    for (const [name, act] of Object.entries(acts)) {
      const done = await act(sql, now())
      if (done > 0) log.info({ act: name, done }, 'A round was made')
    }
  })
}
