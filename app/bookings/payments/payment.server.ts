import type { z } from 'zod'

import { inScope, type Staff, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day } from '../../platform/days.ts'
import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { isBooking } from '../booking-search.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { PaidAndDue } from './paid-sentence.ts'
import type { PaymentProblem } from './payment.ts'
import type {
  bookingMoney,
  Correction,
  MoneyToGiveBack,
  newPayment,
  newSale,
  Payment,
  saleCorrection,
  tillEntry,
  TillLine,
} from './payment.shapes.ts'

/** Returns SQL for the attendance and money of booking `b`. The query must join `money_of(b)` as `money`. */
export function moneyAndArrivals(sql: Queryable) {
  return sql`b.attendance, b.arrived_guests, money.due, money.taken - money.refunds as paid`
}

/** Returns SQL for the retained money of booking `b`. Calls the slow function only for bookings that can have any. */
export function retainedMoney(sql: Queryable) {
  return sql`
    case
      when is_no_show(b) or exists (select from payments k where k.booking_id = b.id and k.entry = 'keep')
      then retained_money(b) else 0
    end`
}

/** Returns SQL for the earned money of booking `b`. The query must join `counts_as_visit(b)` as `counts`. */
export function earnedMoney(sql: Queryable) {
  return sql`case when counts and b.status = 'completed' then b.total_price else 0 end + ${retainedMoney(sql)}`
}

type BookingMoney = Omit<RowOf<typeof bookingMoney>, 'items'> & { items: Payment[] }
export type TillEntry = RowOf<typeof tillEntry>

const columns = (sql: Queryable) => sql`
  p.id::int, p.entry, p.kind, p.amount, p.reason, p.corrects::int, p.taken_at,
  name_of_actor(p.actor, p.actor_id) as actor_name`

/** Adds an entry to a booking's payments. If two requests for the whole amount due are concurrent, only one takes the money. */
export async function recordPayment(
  sql: Queryable,
  { booking, ...entry }: (RowOf<typeof newPayment> | Correction) & { idempotency_key: string },
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<{ id: number }, PaymentProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  type Row = { problem: SqlEnums['payment_problem'] | null; payment_id: number; available: number }
  const { problem, payment_id, available } = await rowFrom(sql)<Row>`
    select problem, payment_id::int, available
    from record_payment(
      (select b.id from bookings b where ${isBooking(sql, booking)}),
      ${vineyard_id}, ${entryWithId(sql, entry)}, ${actor}, ${actor_id}, ${now}
    )`
  if (problem === null) return ok({ id: payment_id })
  return refused(
    problem === 'nothing_due' || problem === 'too_much' ? { kind: problem, available } : { kind: problem },
  )
}

/** Returns SQL for an entry in which `corrects` is the id of the corrected entry, even if the request sent its key. */
function entryWithId(sql: Queryable, entry: object) {
  const corrects = 'corrects' in entry ? entry.corrects : undefined
  // No entry has the id 0, so a key that matches no entry is refused.
  return typeof corrects === 'string'
    ? sql`${sql.json(entry as never)} || jsonb_build_object(
        'corrects', coalesce((select p.id from payments p where p.idempotency_key = ${corrects}), 0)
      )`
    : sql`${sql.json(entry as never)}`
}

type Sale = Omit<z.output<typeof newSale>, 'words'> & { reason: string }
export type SaleEntry = Sale | z.output<typeof saleCorrection>

/** Adds a sale without a booking to a vineyard's till, or the correction of a sale. */
export async function recordSale(
  sql: Queryable,
  { vineyard_id, ...entry }: SaleEntry & { idempotency_key: string },
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<{ id: number }, PaymentProblem>> {
  const { actor, actor_id, ...scope } = vineyardScope(by)
  if (scope.vineyard_id !== null && vineyard_id !== undefined && vineyard_id !== scope.vineyard_id)
    return refused({ kind: 'absent' })
  const vineyard = scope.vineyard_id ?? vineyard_id ?? null
  type Row = { problem: 'absent' | 'other' | 'no_entry' | 'corrected' | null; payment_id: number }
  const { problem, payment_id } = await rowFrom(sql)<Row>`
    select problem, payment_id::int
    from record_sale(${vineyard}, ${entryWithId(sql, entry)}, ${actor}, ${actor_id}, ${now})
    where ${isStillThere(sql, by)}`
  return problem === null ? ok({ id: payment_id }) : refused({ kind: problem })
}

/** Returns the bookings of a vineyard with money to give back, the earliest visit first. */
export async function findMoneyToGiveBack(
  sql: Queryable,
  vineyard_id: string,
  now: Date,
): Promise<MoneyToGiveBack[]> {
  return sql<MoneyToGiveBack[]>`
    select g.booking_id, b.reference, guest_name_of(b) as guest_name, b.booking_date, b.status, b.called_off_at, g.amount
    from money_to_give_back(${vineyard_id}, ${now}) g join bookings b on b.id = g.booking_id
    order by b.booking_date, b.start_time, b.id`
}

type Due = PaidAndDue & { discounts: number }

/** Returns what a guest has paid, the amount due (negative to refund) and the discounts, in pounds. */
export async function findDue(sql: Queryable, id: string): Promise<Due> {
  const [row] = await sql<Due[]>`
    select m.taken - m.refunds as paid, m.due, m.discounts
    from bookings b cross join lateral money_of(b) m where b.id = ${id}`
  return row ?? { paid: 0, due: 0, discounts: 0 }
}

/** Returns the money of a booking in scope, with its entries in order. */
export async function findBookingMoney(
  sql: Queryable,
  booking: string,
  { by }: { by: Staff },
): Promise<BookingMoney | undefined> {
  const [found] = await sql<(Omit<BookingMoney, 'items'> & { id: string })[]>`
    select b.id, b.total_price, b.number_of_guests, b.arrived_guests, m.*, retained_money(b) as kept
    from bookings b cross join lateral money_of(b) m
    where ${isBooking(sql, booking)} and ${inScope(sql, by)}`
  if (!found) return undefined
  const { id, ...money } = found
  const items = await sql<Payment[]>`
    select ${columns(sql)}
    from payments p
    where p.booking_id = ${id}
    order by p.id`
  return { ...money, items }
}

/** Returns what a vineyard took on a day by person and kind, the entries, and all money to give back. */
export async function readTill(
  sql: Queryable,
  vineyard_id: string,
  day: Day,
  now: Date,
): Promise<{ lines: TillLine[]; entries: TillEntry[]; to_give_back: MoneyToGiveBack[] }> {
  const [lines, entries, to_give_back] = await Promise.all([
    sql<TillLine[]>`select * from till_of(${vineyard_id}, ${day})`,
    sql<TillEntry[]>`
      select ${columns(sql)}, p.booking_id, b.reference, case when b.id is not null then guest_name_of(b) end as guest_name
      from payments p left join bookings b on b.id = p.booking_id
      where p.vineyard_id = ${vineyard_id} and p.taken_on = ${day} and p.entry <> 'keep'
      order by p.taken_at, p.id`,
    findMoneyToGiveBack(sql, vineyard_id, now),
  ])
  return { lines, entries, to_give_back }
}
