import type { PgBoss } from 'pg-boss'

import {
  completeVisits,
  nudgeVineyards,
  remindGuests,
  sendDailySheets,
  thankGuests,
} from '../../app/bookings/scheduled-emails.server.ts'
import type { Surroundings } from '../../app/platform/app-dependencies.ts'

export const roundQueue = 'rounds'

/** In this order: what is completed now may be thanked for now. */
const acts = { completeVisits, remindGuests, thankGuests, sendDailySheets, nudgeVineyards }

/** Goes round every five minutes. What a round missed the next one does, as long as it is still owed. */
export async function startRounds({ boss, sql, now, log }: Surroundings & { boss: PgBoss }): Promise<void> {
  await boss.createQueue(roundQueue, { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 })
  await boss.schedule(roundQueue, '*/5 * * * *', null, { tz: 'Europe/London' })
  await boss.work(roundQueue, async () => {
    for (const [name, act] of Object.entries(acts)) {
      const done = await act(sql, now())
      if (done > 0) log.info({ act: name, done }, 'A round was made')
    }
  })
}
