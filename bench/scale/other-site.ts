// The real site with another way to book, for comparison: BENCH_BOOKING is 'one by one', or 'locked' for the same under an
// advisory lock of the slot.
import { type BookingQueue, unqueuedBooking } from '../../app/bookings/new-bookings/booking-queue.server.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { openDatabase } from '../../server/database.ts'
import { createHttpServer, listen } from '../../server/http-server.ts'
import { createWeb } from '../../server/web.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const config = readConfig(process.env)
const database = await openDatabase({ data_folder: config.data_folder })
const sql = connect(database.url, { max: config.database_pool })
const locked: BookingQueue = {
  book: (request) =>
    sql.begin(async (transaction) => {
      const slot = `${request.experience_id} ${request.slot_date} ${request.start_time}`
      await transaction`select pg_advisory_xact_lock(hashtextextended(${slot}, 0))`
      return unqueuedBooking(transaction).book(request)
    }),
}
const dependencies = { sql, now: () => new Date(), config, log: createLog(config.log_level) }
const web = await createWeb(
  dependencies,
  process.env.BENCH_BOOKING === 'locked' ? locked : unqueuedBooking(sql),
)
const { server } = createHttpServer(web)
await listen(server, config.host, config.port)
process.send?.('ready')

process.once('SIGTERM', async () => {
  await new Promise((done) => server.close(done).closeAllConnections())
  await sql.end({ timeout: 5 })
  await database.close()
  process.exit(0)
})
