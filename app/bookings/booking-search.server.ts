import type postgres from 'postgres'

import { bookingInScope, type Staff } from '../people/sign-in/actor.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { plannedForItsValues } from '../platform/database/driver.server.ts'
import type { Day } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'
import type { Booking } from './booking.shapes.ts'
import type { Customer } from './customers/customer.ts'
import { guestNeedles } from './guest-search.ts'

/** A booking that a search found. */
export type FoundBooking = Pick<Booking, 'id' | 'reference' | 'guest_name' | 'booking_date' | 'status'> & {
  vineyard_name: string
}

/** A customer that a search found. If the guest left only a telephone number, `email` is empty and `phone` has the number. */
export type FoundCustomer = Pick<Customer, 'id' | 'name' | 'email' | 'phone' | 'vineyard_id'> & {
  vineyard_name: string
}

// A search considers only this many matches, because very many bookings match a short word.
const maxMatches = 10_000

/**
 * Returns the typed reference in the form 'CV-7K3M-2Q', or null if the text is no reference. CV, spaces and dashes may be
 * missing from the text.
 */
export function asReference(term: string): string | null {
  const characters = term.toUpperCase().replaceAll(/[\s-]/g, '')
  const [, first, last] = /^(?:CV)?([2-9A-HJKMNP-Z]{4})([2-9A-HJKMNP-Z]{2})$/.exec(characters) ?? []
  return first === undefined ? null : `CV-${first}-${last}`
}

/** Returns SQL for whether `b` has this id or reference, or is the walk-in that was sent with this idempotency key. */
export const isBooking = (sql: Queryable, booking: string) => {
  const id = booking.toLowerCase()
  return isId(id)
    ? sql`(b.id = ${id} or b.channel = 'walk_in' and b.idempotency_key = ${id})`
    : sql`b.reference = ${asReference(booking)}`
}

/** Returns SQL for whether the search text of booking `b` matches the typed text, or its reference equals that text. */
export function matchesGuest(sql: Queryable, term: string) {
  const reference = asReference(term)
  // Erasure empties the search text, but not the reference, by which an erased booking can still be found.
  const exactly = reference === null ? sql`false` : sql`b.reference = ${reference}`
  return sql`(${exactly} or ${textMatchesGuest(sql, sql`b.guest_search`, term)})`
}

/** Returns SQL for whether a search text made by `guest_search_text` matches the typed text. */
export const textMatchesGuest = (sql: Queryable, text: postgres.Fragment, term: string) =>
  guestNeedles(term).reduce((any, needles) => {
    const all = needles.reduce(
      (all, needle) => sql`${all} and ${text} like contains_pattern(${needle})`,
      sql`true`,
    )
    return sql`${any} or ${all}`
  }, sql`false`)

/** Returns SQL for whether booking `b` belongs to the customer that has the contact with this id. */
export const isOfCustomer = (sql: Queryable, id: string) =>
  sql`b.contact_id = any (contacts_of_customer(${id}))`

/** Returns SQL that sorts bookings `b` by their distance from a day, the nearest booking first. */
const nearestTo = (sql: Queryable, today: Day) =>
  sql`abs(b.booking_date - ${today}::date), b.booking_date desc, b.id`

/** Returns up to `most` bookings in scope that match the typed text, the nearest to today first. */
export async function searchBookings(
  sql: Queryable,
  term: string,
  { by, most }: { by: Staff; most: number },
  today: Day,
): Promise<FoundBooking[]> {
  return plannedForItsValues(sql<FoundBooking[]>`
    select b.id, b.reference, guest_name_of(b) as guest_name, b.booking_date, b.status, v.name as vineyard_name
    from (${matches(sql, term, by)}) as m
      join bookings b on b.id = m.id
      join vineyards v on v.id = b.vineyard_id
    order by ${nearestTo(sql, today)}
    limit ${most}`)
}

/** Returns SQL for at most `maxMatches` matching bookings in scope: their ids, days and contacts. */
const matches = (sql: Queryable, term: string, by: Staff) => sql`
  select b.id, b.booking_date, b.contact_id
  from bookings b
  where ${bookingInScope(sql, by)} and ${matchesGuest(sql, term)} limit ${maxMatches}`

/** Returns up to `most` customers in scope who match, the customer with the booking nearest to today first. */
export async function searchCustomers(
  sql: Queryable,
  term: string,
  { by, most }: { by: Staff; most: number },
  today: Day,
): Promise<FoundCustomer[]> {
  return plannedForItsValues(sql<FoundCustomer[]>`
    select c.id, latest.name, coalesce(latest.email, '') as email, coalesce(latest.phone, '') as phone, latest.vineyard_id,
      v.name as vineyard_name
    from (
      select coalesce(m.main_id, b.contact_id) as id, min(abs(b.booking_date - ${today}::date)) as days
      from (${matches(sql, term, by)}) as b left join customer_merges m on m.contact_id = b.contact_id
      where b.contact_id is not null
      group by coalesce(m.main_id, b.contact_id)
      order by days, id limit ${most}
    ) as c
      cross join lateral (
        select guest_name_of(l) as name, lower(l.guest_email) as email, l.vineyard_id,
          case when l.guest_email is null then l.guest_phone end as phone
        from bookings l
        where l.contact_id = c.id
        order by l.created_at desc, l.id limit 1
      ) as latest
      join vineyards v on v.id = latest.vineyard_id
    order by c.days, c.id`)
}
