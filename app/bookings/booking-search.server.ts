import { beginsWith } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import type { BookingStatus } from './booking.ts'

/** A booking that a search found. */
export type FoundBooking = {
  id: string
  reference: string
  guest_name: string
  booking_date: Day
  status: BookingStatus
  vineyard_name: string
}

/** A customer that a search found: a mail address within one vineyard. */
export type FoundCustomer = {
  id: string
  name: string
  email: string
  vineyard_id: string
  vineyard_name: string
}

/** Among so many a search looks for the newest: a common beginning would otherwise find a whole town. */
const atMost = 200

/** 'CV-7K3M-2Q' however it was typed: without dashes, in small letters, with or without the CV. Null: it is none. */
export function asReference(term: string): string | null {
  const characters = term.toUpperCase().replaceAll(/[\s-]/g, '')
  const [, first, last] = /^(?:CV)?([2-9A-HJKMNP-Z]{4})([2-9A-HJKMNP-Z]{2})$/.exec(characters) ?? []
  return first === undefined ? null : `CV-${first}-${last}`
}

/** Bookings `b` whose guest's name, last name or address begins with the term; every part has its index. */
export const ofGuests = (sql: Queryable, term: string) => sql`
  (
    ${beginsWith(sql, sql`lower(b.guest_name::text collate pg_c_utf8)`, term)}
    or ${beginsWith(sql, sql`last_word(b.guest_name)`, term)}
    or ${beginsWith(sql, sql`lower(b.guest_email)`, term)}
  )`

/** A guest's name in small letters, made once for `ofGuestsHere`. */
export const calledHere = (sql: Queryable) => sql`lower(b.guest_name::text collate pg_c_utf8)`

/**
 * The same of bookings that were found already, with what they are `called`, without an index: finding the last word in its
 * words is dear.
 */
export const ofGuestsHere = (sql: Queryable, term: string) => sql`
  (
    starts_with(b.called, lower(${term}::text collate pg_c_utf8))
    or starts_with(split_part(b.called, ' ', -1), lower(${term}::text collate pg_c_utf8))
    or starts_with(lower(b.guest_email::text), lower(${term}::text))
  )`

/** The first few bookings of that reference, or of guests whose name or address begins so, the newest first. */
export async function bookingsHolding(sql: Queryable, term: string, most: number): Promise<FoundBooking[]> {
  return sql<FoundBooking[]>`
    select b.id, b.reference, b.guest_name, b.booking_date, b.status, v.name as vineyard_name
    from bookings b
      join vineyards v on v.id = b.vineyard_id
    where b.id in (
      select b.id from bookings b where b.reference = ${asReference(term)}
      union all
      (select b.id from bookings b where ${ofGuests(sql, term)} limit ${atMost})
    )
    order by b.reference = ${asReference(term)} desc nulls last, b.booking_date desc, b.id
    limit ${most}`
}

/** The first few customers whose name or address begins so, as they called themselves last. */
export async function customersHolding(sql: Queryable, term: string, most: number): Promise<FoundCustomer[]> {
  return sql<FoundCustomer[]>`
    select customer_id(b.vineyard_id, b.email) as id, b.name, b.email, b.vineyard_id, v.name as vineyard_name
    from (
      select distinct on (b.vineyard_id, lower(b.guest_email))
        b.vineyard_id, lower(b.guest_email) as email, b.guest_name as name
      from (select b.* from bookings b where ${ofGuests(sql, term)} and b.erased_at is null limit ${atMost}) as b
      order by b.vineyard_id, lower(b.guest_email), b.created_at desc
    ) as b
      join vineyards v on v.id = b.vineyard_id
    order by b.name, b.email, name_sort_key(v.name)
    limit ${most}`
}
