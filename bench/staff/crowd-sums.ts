import { connect, type Sql } from '../../app/platform/database.server.ts'
import { crowdedVineyard } from './market.ts'

/**
 * Adds up what the crowd of the one large vineyard did, before anything of the others. Of ten million bookings the rounds add
 * up two or three thousand a second, more than an hour for all: those of vineyards that nobody asks for are left to wait.
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

/** Keeps the rounds of a running site from adding up the rest meanwhile; answers how to let them go on. */
export async function holdRounds(url: string): Promise<() => Promise<void>> {
  // The lock is this connection's, and goes with it.
  const line = connect(url, { max: 1, idle_timeout_seconds: 0 })
  await line`select pg_advisory_lock(hashtext('sum_up_bookings'))`
  return () => line.end({ timeout: 5 })
}
