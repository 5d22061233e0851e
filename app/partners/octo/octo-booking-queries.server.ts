import type {
  Contact,
  OctoBooking,
  OctoStatus,
  UnitItem,
  Voucher,
  OctoView,
  ProductRow,
} from './octo-types.ts'

import type { Attendance, BookingStatus } from '../../bookings/booking.ts'
import type { CallOffReason } from '../../bookings/sessions/call-off.ts'
import { reasonDetails } from '../../bookings/changes/cancellation-reason.ts'
import type { KeyActorAt } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result } from '../../platform/result.ts'
import { isId } from '../../platform/ids.ts'
import { availabilityOf, localTime, utc } from './octo-availability.server.ts'
import {
  findExperiences,
  optionId,
  optionOf,
  pricingOf,
  productOf,
  unitId,
  unitOf,
} from './octo-product.server.ts'
import { type OctoRefusal, refuseId } from './octo-refusal.ts'
import { type Details, unitItemId } from './octo-details.server.ts'
import type { ContactChange } from './octo-request.server.ts'

/** A hold that a seller made, and the booking that the hold became, if any. */
export type OctoBookingRow = {
  id: string
  vineyard_id: string
  is_test: boolean
  experience_id: string
  reseller_reference: string | null
  unit_items: string[]
  details: Details
  cancellation_reason: string
  created_at: Date
  updated_at: Date
  expires_at: Date
  ended_at: Date | null
  outcome: 'booked' | 'released' | 'expired' | null
  is_live: boolean
  starts_at: Date
  ends_at: Date
  number_of_guests: number
  price_per_person: number
  currency: string
  /** The fields of the booking. They are null while there is only a hold. */
  reference: string | null
  status: BookingStatus | null
  confirmed_at: Date | null
  emails_guest: boolean | null
  cancelled_at: Date | null
  attendance: Attendance | null
  marked_at: Date | null
  is_cancellable: boolean
  /**
   * Whether the session was called off. If so, `may_choose` says whether another time can still be chosen, and
   * `called_off_reason` and `called_off_message` are the vineyard's.
   */
  is_called_off: boolean
  may_choose: boolean
  called_off_reason: CallOffReason | null
  called_off_message: string | null
  capacity: number
  remaining: number
}

/** The booking to find: by its id, or by one of its references. */
type Wanted = { id: string } | { resellerReference: string } | { supplierReference: string }

/** The most bookings with one reference that a list contains. */
const mostListed = 100

/** Returns the vineyard's bookings that were made with any key of this key's owner, newest first. */
export async function findOctoBookings(
  sql: Queryable,
  { actor_id, vineyard_id }: Pick<KeyActorAt, 'actor_id' | 'vineyard_id'>,
  wanted: Wanted,
  now: Date,
): Promise<OctoBookingRow[]> {
  const isWanted =
    'id' in wanted
      ? sql`o.id = ${wanted.id}`
      : 'resellerReference' in wanted
        ? sql`o.reseller_reference = ${wanted.resellerReference}`
        : sql`b.reference = ${wanted.supplierReference}`
  return sql<OctoBookingRow[]>`
    select o.id, o.vineyard_id, k.is_test, h.experience_id, o.reseller_reference, o.unit_items, o.details, o.cancellation_reason,
      h.created_at, greatest(o.updated_at, b.updated_at) as updated_at, h.expires_at, h.ended_at, h.outcome,
      is_live(h, ${now}) as is_live, coalesce(b.starts_at, h.starts_at) as starts_at,
      coalesce(b.ends_at, h.ends_at) as ends_at, coalesce(b.number_of_guests, h.number_of_guests) as number_of_guests,
      h.price_per_person, h.currency, b.reference, b.status, b.created_at as confirmed_at, b.emails_guest, coalesce((
        select max(v.happened_at) from booking_events v
        where v.booking_id = b.id and v.changes -> 'status' ->> 1 = 'cancelled'
      ), case when b.called_off_at is not null then choice_ends_at(b) end) as cancelled_at,
      b.called_off_at is not null as is_called_off, may_choose(b, ${now}), b.called_off_reason, b.called_off_message, b.attendance, b.marked_at,
      case
        when b.status is null then is_live(h, ${now})
        else b.status in ('pending', 'confirmed') and ${now} < guest_deadline(b)
      end as is_cancellable,
      coalesce(slot.capacity, 0) as capacity, coalesce(slot.remaining, 0) as remaining
    from octo_bookings o
      join holds h on h.id = o.id
      join api_keys k on k.id = o.api_key_id
      join experiences e on e.id = h.experience_id
      left join bookings b on b.id = o.id
      left join lateral (
        select s.capacity, s.remaining
        from slots_of(
          h.experience_id, coalesce(b.booking_date, h.slot_date), coalesce(b.booking_date, h.slot_date), ${now}
        ) s
        where s.starts_at = coalesce(b.starts_at, h.starts_at)
        order by s.remaining desc limit 1
      ) as slot on true
    where ${isWanted} and o.vineyard_id = ${vineyard_id} and is_of_owner(o, ${actor_id})
    order by h.created_at desc, o.id limit ${mostListed}`
}

/** Returns one booking that was made with any key of this key's owner, or the refusal of the booking's id. */
export async function findOctoBooking(
  sql: Queryable,
  key: Pick<KeyActorAt, 'actor_id' | 'vineyard_id'>,
  id: string,
  now: Date,
): Promise<Result<OctoBookingRow, OctoRefusal>> {
  const [row] = isId(id) ? await findOctoBookings(sql, key, { id }, now) : []
  return row ? ok(row) : refuseId('uuid', id)
}

/**
 * Returns the OCTO status. A completed booking without a record of arrival stays confirmed, because it was not
 * redeemed. A booking of a called-off session is pending while its guest or reseller can choose another time, and then
 * cancelled.
 */
export function statusOf(
  row: Pick<OctoBookingRow, 'status' | 'attendance' | 'is_live' | 'outcome' | 'is_called_off' | 'may_choose'>,
): OctoStatus {
  if (row.status === null) {
    if (row.is_live) return 'ON_HOLD'
    return row.outcome === 'released' ? 'CANCELLED' : 'EXPIRED'
  }
  if (row.status === 'cancelled') return 'CANCELLED'
  if (row.is_called_off) return row.may_choose ? 'PENDING' : 'CANCELLED'
  if (row.attendance === 'arrived') return 'REDEEMED'
  return row.status === 'pending' ? 'PENDING' : 'CONFIRMED'
}

/** Returns bookings in OCTO's format, with their products. */
export async function showOctoBookings(sql: Queryable, rows: OctoBookingRow[], view: OctoView, now: Date) {
  const ids = [...new Set(rows.map(({ experience_id }) => experience_id))]
  const products = new Map((await findExperiences(sql, ids, now)).map((product) => [product.id, product]))
  return rows.flatMap((row) => {
    const product = products.get(row.experience_id)
    return product ? [bookingOf(row, product, view)] : []
  })
}

function bookingOf(row: OctoBookingRow, now: ProductRow, view: OctoView): OctoBooking {
  const { capabilities } = view
  const start = localTime(row.starts_at)
  // The product has the price of this booking. If the product has no start times now, it gets the booking's start.
  const product: ProductRow = {
    ...now,
    price_per_person: row.price_per_person,
    start_times: now.start_times.length > 0 ? now.start_times : [start.slice(11, 16)],
  }
  const status = statusOf(row)
  const redeemedAt = status === 'REDEEMED' && row.marked_at ? utc(row.marked_at) : null
  const shown = { status, redeemedAt, capabilities }
  return {
    id: row.id,
    uuid: row.id,
    testMode: row.is_test,
    resellerReference: row.reseller_reference,
    supplierReference: row.reference,
    status,
    utcCreatedAt: utc(row.created_at),
    utcUpdatedAt: utc(row.updated_at),
    utcExpiresAt: status === 'ON_HOLD' || status === 'EXPIRED' ? utc(row.expires_at) : null,
    utcRedeemedAt: redeemedAt,
    utcConfirmedAt: row.confirmed_at && utc(row.confirmed_at),
    productId: product.id,
    product: productOf(product, view),
    optionId,
    option: optionOf(product, capabilities, 'pricing'),
    cancellable: row.is_cancellable,
    cancellation: cancellationOf(row, status),
    freesale: false,
    availabilityId: start,
    availability: availabilityOf(row, product, capabilities),
    contact: contactOf(row.details.contact),
    notes: notesOf(row),
    deliveryMethods: ['VOUCHER'],
    voucher: voucherOf(row, status, redeemedAt),
    // There is one item for each guest, because the vineyard may have changed the party size.
    unitItems: Array.from({ length: row.number_of_guests }, (_, n) =>
      unitItemOf(row.unit_items[n] ?? unitItemId(row.id, n), row, product, shown),
    ),
    ...(capabilities.has('octo/pricing') && { pricing: pricingOf(product, row.number_of_guests) }),
  }
}

function cancellationOf(row: OctoBookingRow, status: OctoStatus): OctoBooking['cancellation'] {
  if (status !== 'CANCELLED' && status !== 'EXPIRED') return null
  const at = row.cancelled_at ?? row.ended_at ?? row.expires_at
  return { refund: 'FULL', reason: row.cancellation_reason || null, utcCancelledAt: utc(at) }
}

/** Returns the reseller's notes. If the session was called off, the reason and the message come first. */
function notesOf({
  is_called_off,
  called_off_reason,
  called_off_message,
  details,
}: OctoBookingRow): string | null {
  if (!is_called_off) return details.notes ?? null
  const reason =
    called_off_reason === null || called_off_reason === 'other'
      ? 'by the vineyard'
      : reasonDetails[called_off_reason].label.toLowerCase()
  return [`Called off: ${reason}.`, called_off_message, details.notes].filter(Boolean).join('\n')
}

/** Returns the voucher: the booking's reference as a QR code for staff at the gate to scan. */
function voucherOf(
  { reference, is_called_off }: OctoBookingRow,
  status: OctoStatus,
  utcRedeemedAt: string | null,
): Voucher {
  const isValid = reference !== null && status !== 'CANCELLED' && !is_called_off
  return {
    redemptionMethod: 'DIGITAL',
    utcRedeemedAt,
    deliveryOptions: isValid ? [{ deliveryFormat: 'QRCODE', deliveryValue: reference }] : [],
  }
}

function contactOf(contact: ContactChange = {}): Contact {
  return {
    fullName: contact.fullName ?? null,
    firstName: contact.firstName ?? null,
    lastName: contact.lastName ?? null,
    emailAddress: contact.emailAddress ?? null,
    phoneNumber: contact.phoneNumber ?? null,
    locales: contact.locales ?? [],
    postalCode: contact.postalCode ?? null,
    country: contact.country ?? null,
    notes: contact.notes ?? null,
  }
}

function unitItemOf(
  uuid: string,
  row: OctoBookingRow,
  product: ProductRow,
  {
    status,
    redeemedAt,
    capabilities,
  }: { status: OctoStatus; redeemedAt: string | null } & Pick<OctoView, 'capabilities'>,
): UnitItem {
  const said = row.details.units?.[uuid]
  return {
    uuid,
    resellerReference: said?.resellerReference ?? null,
    supplierReference: null,
    unitId,
    unit: unitOf(product, capabilities, 'pricing'),
    status,
    utcRedeemedAt: redeemedAt,
    contact: contactOf(said?.contact),
    ticket: null,
    ...(capabilities.has('octo/pricing') && { pricing: pricingOf(product) }),
  }
}
