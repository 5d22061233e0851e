import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day, Time } from '../../platform/days.ts'
import { idFrom } from '../../platform/database/id-from.server.ts'
import { type BookingRow, listedNameOf, plainText } from './booking-list.ts'

type Existing = {
  id: string
  reference: string
  external_reference: string | null
  idempotency_key: string | null
  booking_date: Day
  start_time: Time
  number_of_guests: number
  status: string
  attendance: string | null
  guest_name: string | null
  guest_email: string | null
  erased_at: Date | null
}

/**
 * Returns a function that finds the booking of a party: the booking that an earlier import made or, if the list is the
 * site's own file of bookings, the booking with that reference.
 */
export async function findImported(sql: Queryable, vineyard_id: string, entries: BookingRow[]) {
  const references = entries.flatMap(orderReferences)
  const keys = entries.map((entry) => bookingImportKey(vineyard_id, entry))
  const rows = await sql<Existing[]>`
    select id, reference, case when channel = 'import' then external_reference end as external_reference,
      idempotency_key, booking_date, coalesce(start_time, '12:00') as start_time, number_of_guests, status, attendance,
      guest_name, guest_email, erased_at
    from bookings
    where vineyard_id = ${vineyard_id} and (reference = any(${references}) or channel = 'import'
      and (external_reference = any(${references}) or idempotency_key = any(${keys})))`
  const by_reference = new Map(
    rows.flatMap((row) => [[row.external_reference, row] as const, [row.reference, row] as const]),
  )
  const by_key = new Map(rows.map((row) => [row.idempotency_key, row]))
  return (row: BookingRow, key: string): Existing | undefined => {
    const known = by_key.get(key) ?? (row.reference === null ? undefined : by_reference.get(row.reference))
    const { reference = null, anyStart = false } = row.earlier_reference ?? {}
    const earlier = known === undefined && reference !== null ? by_reference.get(reference) : undefined
    if (!earlier || anyStart) return known ?? earlier
    const isSame =
      row.day === earlier.booking_date &&
      (row.time ?? earlier.start_time.slice(0, 5)) === earlier.start_time.slice(0, 5)
    return isSame ? earlier : undefined
  }
}

/**
 * Returns the idempotency key of a row: a hash of its reference or, without a reference, of its experience,
 * start, party size and guest.
 */
export function bookingImportKey(vineyard_id: string, row: BookingRow): string {
  const { reference, day, time, guests, guest_name, guest_email, guest_phone } = row
  const said = [
    listedNameOf(row),
    day,
    time,
    guests,
    plainText(guest_name),
    guest_email?.toLowerCase(),
    guest_phone,
  ]
  return idFrom(JSON.stringify(['import', vineyard_id, reference ?? said]))
}

/** Returns the references that the list may use for the order of a party. */
export const orderReferences = ({ reference, earlier_reference }: BookingRow) =>
  reference === null ? [] : [reference, ...(earlier_reference ? [earlier_reference.reference] : [])]
