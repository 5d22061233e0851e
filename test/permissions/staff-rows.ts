import { randomUUID } from 'node:crypto'

import type { Sql } from '../../app/platform/database/database.server.ts'
import { book, type makeDailyExperience } from '../book.ts'
import { holdForGroup } from '../session-moves.ts'

/**
 * Makes rows that staff change later: places held for a group, a sale, a payment for a booking, the booking's failed email,
 * and another customer. Returns their ids.
 */
export async function staffRows(
  sql: Sql,
  { experience, on }: Awaited<ReturnType<typeof makeDailyExperience>>,
  { booking_id, to_address }: { booking_id: string; to_address: string },
  now: Date,
) {
  const { vineyard_id } = experience
  const group_holds = await holdForGroup(sql, experience, on('2026-06-08'), now)
  const money = {
    vineyard_id,
    kind: 'card',
    actor: 'admin',
    actor_id: randomUUID(),
    taken_at: now,
    created_at: now,
  }
  const [sale] = await sql<[{ id: number }]>`
    insert into payments ${sql({ ...money, entry: 'sale', amount: 9, reason: 'A glass', idempotency_key: randomUUID() })}
    returning id`
  const [payment] = await sql<[{ id: number }]>`
    insert into payments ${sql({ ...money, entry: 'payment', amount: 5, booking_id, idempotency_key: randomUUID() })}
    returning id`
  const failed = { to_address, state: 'dead', last_error: '550 5.1.1 No such user', queued_at: now }
  const [email] = await sql<[{ id: string }]>`
    update emails set ${sql(failed)} where booking_id = ${booking_id} returning id`
  const other = await book(sql, experience, on('2026-06-09'), 1, now)
  const [{ other_customer }] = await sql<[{ other_customer: string }]>`
    update bookings set guest_email = 'bo@example.com' where id = ${other}
    returning customer_id(vineyard_id, guest_email) as other_customer`
  return {
    group_holds,
    sales: String(sale.id),
    payments: String(payment.id),
    emails: email.id,
    other_customer,
  }
}
