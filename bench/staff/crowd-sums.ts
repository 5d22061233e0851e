import { connect, type Sql } from '../../app/platform/database.server.ts'
import { crowdedVineyard } from './market.ts'

/**
 * Adds up the totals of the measured vineyard first. The worker adds 2,000–3,000 bookings per second, more than an hour for
 * ten million, so the changes of the other vineyards wait.
 */
export async function sumUpCrowd(sql: Sql): Promise<void> {
  const vineyard_id = await crowdedVineyard(sql)
  await sql`
    with taken as (delete from booking_changes where id > 0 and vineyard_id = ${vineyard_id} returning *)
    insert into booking_changes (
      id, booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
    )
    overriding system value
    select -id, booking_id, customer_id, vineyard_id, experience_id, day, status, bookings, guests, revenue, taken, lead
    from taken`
  for (;;) {
    const [{ waiting }] = await sql<[{ waiting: boolean }]>`
      select exists (select from booking_changes where id < 0) as waiting`
    if (!waiting) return
    await sql`select update_totals(2000, ${new Date()})`
  }
}

/** Keeps the worker from adding up the rest meanwhile. Returns a function that lets it continue. */
export async function holdRounds(url: string): Promise<() => Promise<void>> {
  // The lock ends with this connection.
  const line = connect(url, { max: 1, idle_timeout_seconds: 0 })
  await line`select pg_advisory_lock(hashtext('sum_up_bookings'))`
  return () => line.end({ timeout: 5 })
}
