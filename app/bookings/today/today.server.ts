import type { Staff } from '../../people/sign-in/actor.ts'
import { soldBy } from '../booking.server.ts'
import { bookingsOn, partyColumns } from '../sessions/session.server.ts'
import type { PaymentKind } from '../payments/payment.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays, type Day } from '../../platform/days.ts'
import type { offer, partyToday, saleToday } from './today.shapes.ts'

/** Returns SQL for an instant inside JSON, in the API's format. */
const asInstant = (sql: Queryable, value: ReturnType<Queryable>) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Returns the parties of one day by time, for everybody who works at the gate. Leaves out email addresses, phone
 * numbers and ids, because the id of a booking opens its page, which shows the guest's contact details.
 */
export async function findPartiesToday(
  sql: Queryable,
  { vineyard_id, day }: { vineyard_id: string; day: Day },
  { by }: { by: Staff },
): Promise<RowOf<typeof partyToday>[]> {
  return sql<RowOf<typeof partyToday>[]>`
    select ${partyColumns(sql)}, b.reference, ${soldBy(sql)},
      case when b.channel = 'walk_in' then b.idempotency_key end as walk_in_key,
      b.marked_at, b.total_price - money.discounts - money.taken + money.refunds as balance,
      (
        select jsonb_build_object(
          'attendance', e.changes -> 'overruled' ->> 0,
          'marked_at', ${asInstant(sql, sql`(e.changes -> 'overruled' ->> 1)::timestamptz`)}
        )
        from booking_events e
        where e.booking_id = b.id and e.kind = 'marked' and e.changes ? 'overruled'
          and not exists (
            select from booking_events later
            where later.booking_id = b.id and later.kind = 'marked' and later.id > e.id
          )
      ) as overruled,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'key', p.idempotency_key, 'entry', p.entry, 'kind', p.kind, 'amount', p.amount,
          'taken_at', ${asInstant(sql, sql`p.taken_at`)}
        ) order by p.id), '[]')
        from payments p
        where p.booking_id = b.id and p.corrects is null and not exists (select from payments c where c.corrects = p.id)
      ) as money
    ${bookingsOn(sql, { vineyard_id, from: day, until: day }, by)}`
}

/** Returns the sales without a booking on one day, by time. */
export async function findSales(
  sql: Queryable,
  vineyard_id: string,
  day: Day,
): Promise<RowOf<typeof saleToday>[]> {
  return sql<RowOf<typeof saleToday>[]>`
    select p.idempotency_key as key, p.kind, p.amount, p.reason as words, p.taken_at
    from payments p
    where p.vineyard_id = ${vineyard_id} and p.taken_on = ${day} and p.entry = 'sale' and p.corrects is null
      and not exists (select from payments c where c.corrects = p.id)
    order by p.taken_at, p.id`
}

/** Returns the experiences that walk-ins can book at a vineyard, with party sizes and prices. */
export async function findOffers(sql: Queryable, vineyard_id: string): Promise<RowOf<typeof offer>[]> {
  return sql<RowOf<typeof offer>[]>`
    select e.id, e.title, e.min_group_size, largest_party(e) as max_group_size, e.price_per_person
    from experiences e where e.vineyard_id = ${vineyard_id} and e.is_active
    order by e.title, e.id`
}

/** Returns the most common kind of payment in the last 30 days. Leaves out today, so that the kind stays the same all day. */
export async function findUsualKind(sql: Queryable, vineyard_id: string, today: Day): Promise<PaymentKind> {
  const [usual] = await sql<{ kind: PaymentKind }[]>`
    select p.kind from payments p
    where p.vineyard_id = ${vineyard_id} and p.taken_on between ${addDays(today, -30)} and ${addDays(today, -1)}
      and p.kind is not null and p.corrects is null
    group by p.kind
    order by count(*) desc, p.kind
    limit 1`
  return usual?.kind ?? 'card'
}
