import { inScope, type Staff, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day } from '../../platform/days.ts'
import { isBooking } from '../booking-search.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { PaymentProblem } from './payment.ts'
import type { bookingMoney, Correction, newPayment, Payment, tillEntry, TillLine } from './payment.shapes.ts'

type BookingMoney = Omit<RowOf<typeof bookingMoney>, 'items'> & { items: Payment[] }
type TillEntry = RowOf<typeof tillEntry>

const columns = (sql: Queryable) => sql`
  p.id::int, p.entry, p.kind, p.amount, p.reason, p.corrects::int, p.taken_at,
  coalesce(w.name, a.name) as actor_name`

const staffNames = (sql: Queryable) => sql`
  left join winemakers w on p.actor = 'winemaker' and w.id = p.actor_id
  left join admins a on p.actor = 'admin' and a.id = p.actor_id`

/** Adds an entry to a booking's payments. Only one of two concurrent requests for the whole amount due takes it. */
export async function recordPayment(
  sql: Queryable,
  { booking, ...entry }: (RowOf<typeof newPayment> | Correction) & { idempotency_key: string },
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<{ id: number }, PaymentProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  // Ids of entries are never 0, so a key that matches no entry is refused.
  const corrects =
    'corrects' in entry && typeof entry.corrects === 'string'
      ? sql`jsonb_build_object(
          'corrects', coalesce((select p.id from payments p where p.idempotency_key = ${entry.corrects}), 0)
        )`
      : sql`'{}'::jsonb`
  type Row = { problem: SqlEnums['payment_problem'] | null; payment_id: number; available: number }
  const [{ problem, payment_id, available }] = await retrying(
    sql,
    (sql) => sql<[Row]>`
      select problem, payment_id::int, available
      from record_payment((select b.id from bookings b where ${isBooking(sql, booking)}), ${vineyard_id}, ${sql.json(entry)} || ${corrects}, ${actor}, ${actor_id}, ${now})`,
  )
  if (problem === null) return ok({ id: payment_id })
  return refused(
    problem === 'nothing_due' || problem === 'too_much' ? { kind: problem, available } : { kind: problem },
  )
}

/** Returns the money of a booking in scope, with its entries in order. */
export async function findBookingMoney(
  sql: Queryable,
  booking: string,
  { by }: { by: Staff },
): Promise<BookingMoney | undefined> {
  const [found] = await sql<(Omit<BookingMoney, 'items'> & { id: string })[]>`
    select b.id, b.total_price, m.* from bookings b cross join lateral money_of(b) m
    where ${isBooking(sql, booking)} and ${inScope(sql, by)}`
  if (!found) return undefined
  const { id, ...money } = found
  const items = await sql<Payment[]>`
    select ${columns(sql)}
    from payments p ${staffNames(sql)}
    where p.booking_id = ${id}
    order by p.id`
  return { ...money, items: [...items] }
}

/** Returns the amounts that a vineyard took on a day, by person and kind, and the entries in order. */
export async function readTill(
  sql: Queryable,
  vineyard_id: string,
  day: Day,
): Promise<{ lines: TillLine[]; entries: TillEntry[] }> {
  const [lines, entries] = await Promise.all([
    sql<TillLine[]>`select * from till_of(${vineyard_id}, ${day})`,
    sql<TillEntry[]>`
      select ${columns(sql)}, p.booking_id, b.reference, guest_name_of(b) as guest_name
      from payments p join bookings b on b.id = p.booking_id ${staffNames(sql)}
      where p.vineyard_id = ${vineyard_id} and p.taken_on = ${day}
      order by p.taken_at, p.id`,
  ])
  return { lines: [...lines], entries: [...entries] }
}
