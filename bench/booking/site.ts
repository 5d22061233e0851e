import type { BookingQueue } from '../../app/bookings/booking-queue.server.ts'
import type { Sql } from '../../app/platform/database.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { createHttpServer } from '../../server/http-server.ts'
import { createWeb } from '../../server/web.ts'
import { serveContestant } from './contestant.ts'

/**
 * Serves the real site with another way to create a booking; everything else is the same, so that two ways can be compared.
 */
export function serveSite(createCounter: (sql: Sql) => BookingQueue): Promise<void> {
  return serveContestant(async (sql, config) => {
    const web = await createWeb(
      { sql, now: () => new Date(), config, log: createLog(config.log_level) },
      createCounter(sql),
    )
    return createHttpServer(web).server
  })
}
