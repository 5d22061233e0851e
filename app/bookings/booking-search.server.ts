import type postgres from 'postgres'

import { beginsWith, withPlainApostrophes } from '../platform/api/listing.server.ts'
import { isId } from '../platform/ids.ts'
import { plainApostrophes } from '../platform/text/text.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import type { Booking } from './booking.shapes.ts'

/** A booking that a search found. */
export type FoundBooking = Pick<Booking, 'id' | 'reference' | 'guest_name' | 'booking_date' | 'status'> & {
  vineyard_name: string
}

/** A customer that a search found: an email address at one vineyard. */
export type FoundCustomer = {
  id: string
  name: string
  email: string
  vineyard_id: string
  vineyard_name: string
}

// A search considers only this many matches and shows the newest of them, because short prefixes match very many bookings.
const maxMatches = 200

/** Returns a typed reference as 'CV-7K3M-2Q', or null if it is not a reference. Case, dashes and the CV are optional. */
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

/** Returns SQL for whether `b` has no guest name and its label, 'Walk-in' or 'Reseller’s guest', begins with the term. */
const isNameless = (sql: Queryable, term: string) => {
  const begins = (name: string) =>
    term.length > 2 && name.startsWith(plainApostrophes(term).trim().toLowerCase())
  if (begins('walk-in')) return sql`b.guest_name is null and b.channel <> 'reseller' or`
  return begins("reseller's guest") ? sql`b.guest_name is null and b.channel = 'reseller' or` : sql``
}

/** Returns SQL for whether the name, last name or email of the guest of `b` begins with the term. All three have indexes. */
export const matchesGuest = (sql: Queryable, term: string) => sql`
  (
    ${isNameless(sql, term)}
    ${beginsWith(sql, sql`lower(b.guest_name::text collate pg_c_utf8)`, term)}
    or ${beginsWith(sql, sql`last_word(b.guest_name)`, term)}
    or ${beginsWith(sql, sql`lower(b.guest_email)`, term)}
  )`

/** Returns SQL for the guest's name in lower case. `matchesGuestWithoutIndex` expects it to be selected as `called`. */
export const lowerGuestName = (sql: Queryable) => sql`lower(b.guest_name::text collate pg_c_utf8)`

/** Returns SQL like `matchesGuest` for rows that were already selected. It is cheaper than `last_word` on each row. */
export const matchesGuestWithoutIndex = (sql: Queryable, term: string) => {
  const plain = (text: postgres.Fragment) => withPlainApostrophes(sql, text)
  return sql`
  (
    starts_with(${plain(sql`b.called`)}, ${plain(sql`lower(${term}::text collate pg_c_utf8)`)})
    or starts_with(
      ${plain(sql`split_part(b.called, ' ', -1)`)}, ${plain(sql`lower(${term}::text collate pg_c_utf8)`)}
    )
    or starts_with(${plain(sql`lower(b.guest_email::text)`)}, ${plain(sql`lower(${term}::text)`)})
  )`
}

/** Returns up to `most` bookings whose reference or guest matches the term, newest first. */
export async function searchBookings(sql: Queryable, term: string, most: number): Promise<FoundBooking[]> {
  return sql<FoundBooking[]>`
    select b.id, b.reference, guest_name_of(b) as guest_name, b.booking_date, b.status, v.name as vineyard_name
    from bookings b
      join vineyards v on v.id = b.vineyard_id
    where b.id in (
      select b.id from bookings b where b.reference = ${asReference(term)} and not b.is_test
      union all
      (select b.id from bookings b where ${matchesGuest(sql, term)} and not b.is_test limit ${maxMatches})
    )
    order by b.reference = ${asReference(term)} desc nulls last, b.booking_date desc, b.id
    limit ${most}`
}

/** Returns up to `most` customers whose name or email begins with the term, with their latest name. */
export async function searchCustomers(sql: Queryable, term: string, most: number): Promise<FoundCustomer[]> {
  return sql<FoundCustomer[]>`
    select customer_id(b.vineyard_id, b.email) as id, b.name, b.email, b.vineyard_id, v.name as vineyard_name
    from (
      select distinct on (b.vineyard_id, lower(b.guest_email))
        b.vineyard_id, lower(b.guest_email) as email, b.guest_name as name
      from (select b.* from bookings b where ${matchesGuest(sql, term)} and b.erased_at is null and b.guest_email is not null and not b.is_test limit ${maxMatches}) as b
      order by b.vineyard_id, lower(b.guest_email), b.created_at desc
    ) as b
      join vineyards v on v.id = b.vineyard_id
    order by b.name, b.email, name_sort_key(v.name)
    limit ${most}`
}
