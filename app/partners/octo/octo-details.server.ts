import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { BookingChange, Confirmation, ContactChange } from './octo-request.server.ts'

/** The reseller's details of a booking and its guests, empty after erasure. The keys of `units` are unit item ids. */
export type Details = {
  contact?: ContactChange
  notes?: string | null
  units?: Record<string, { contact?: ContactChange; resellerReference?: string | null }>
}

/** Returns the id of a unit item for which the reseller sent no id. */
export function unitItemId(bookingId: string, index: number): string {
  const hex = createHash('sha256').update(`${bookingId} ${index}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Merges the details of a request into the stored details. Fields that are not in the request stay unchanged. */
export function detailsWith(
  before: { id: string; details: Details; unit_items: string[] },
  said: Pick<BookingChange, 'contact' | 'notes' | 'unitItems'>,
): { details: Details; unit_items: string[] } {
  const { contact, notes = null, units = {} } = before.details
  const merged: Details = {
    contact: { ...contact, ...definedOf(said.contact) },
    notes: said.notes === undefined ? notes : said.notes,
    units,
  }
  if (!said.unitItems) return { details: merged, unit_items: before.unit_items }
  const ids = new Set(said.unitItems.flatMap(({ uuid }) => uuid ?? []))
  // Unit items without a uuid keep the ids that we stored, in the same order.
  const ours = before.unit_items.filter((uuid) => !ids.has(uuid))
  let index = 0
  const unit_items = said.unitItems.map(({ uuid }) => {
    if (uuid) return uuid
    let own = ours.shift()
    while (own === undefined || ids.has(own)) own = unitItemId(before.id, index++)
    ids.add(own)
    return own
  })
  merged.units = Object.fromEntries(
    said.unitItems.map((item, n) => {
      const uuid = unit_items[n] ?? ''
      const known = units[uuid] ?? {}
      const resellerReference = item.resellerReference ?? known.resellerReference ?? null
      return [uuid, { resellerReference, contact: { ...known.contact, ...definedOf(item.contact) } }]
    }),
  )
  return { details: merged, unit_items }
}

/** Returns whether all details of a confirmation are already stored. The sandbox stores no `emailReceipt`. */
export function isStored(
  row: Parameters<typeof detailsWith>[0] & {
    is_test: boolean
    reseller_reference: string | null
    emails_guest: boolean | null
  },
  said: Confirmation,
): boolean {
  const { details, unit_items } = detailsWith(row, said)
  return (
    isDeepStrictEqual([details, unit_items], [row.details, [...row.unit_items]]) &&
    (said.resellerReference ?? row.reseller_reference) === row.reseller_reference &&
    (row.is_test || (said.emailReceipt ?? row.emails_guest) === row.emails_guest)
  )
}

function definedOf<Fields extends object>(fields: Fields | null | undefined): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>
}

/** Returns the guest's name, contact and requests under the names of our own bookings' columns. */
export function guestOf({ contact, notes }: Details) {
  const { fullName, firstName, lastName, emailAddress, phoneNumber } = contact ?? {}
  const requests = new Set([notes, contact?.notes].filter(Boolean))
  return {
    guest_name: fullName ?? ([firstName, lastName].filter(Boolean).join(' ') || null),
    guest_email: emailAddress ?? null,
    guest_phone: phoneNumber ?? null,
    special_requests: [...requests].join('\n'),
  }
}
