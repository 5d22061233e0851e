import { createHash, randomUUID } from 'node:crypto'
import type { JSONValue } from 'postgres'

import type { KeyActorAt } from '../../people/sign-in/actor.ts'
import { largestParty } from '../../catalogue/experiences/experience.ts'
import { countOf } from '../../platform/text/counts.ts'
import { bookingsMade, countRefusedRequest, holdsMade } from '../../bookings/booking-metrics.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result } from '../../platform/result.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { findSlot, readUnits, localTime, type SlotRow } from './octo-availability.server.ts'
import { findOctoBookings, type OctoBookingRow, statusOf } from './octo-booking-queries.server.ts'
import { detailsWith, guestOf, isStored } from './octo-details.server.ts'
import { findExperiences, findProduct } from './octo-product.server.ts'
import { type OctoRefusal, badRequest, refuseId, unprocessable } from './octo-refusal.ts'
import type { BookingChange, Confirmation, Reservation, UnitItemRequest } from './octo-request.server.ts'
import type { ProductRow } from './octo-types.ts'

/** The minutes for which places are held if the reseller asks for no other time. */
const usualMinutes = 30
/** The longest hold in minutes. The database constraint `a_hold_lasts_no_longer_than_its_kind` has the same limit. */
const mostMinutes = 60

type Outcome = Promise<Result<string, OctoRefusal>>
type Answer = { problem: SqlEnums['octo_problem'] | null; remaining?: number | null }

const until = (minutes: number | undefined, now: Date) =>
  new Date(now.getTime() + Math.min(minutes ?? usualMinutes, mostMinutes) * 60_000)

const slotOf = ({ pattern_id, availability_id, slot_date, start_time }: SlotRow) => ({
  pattern_id,
  availability_id,
  slot_date,
  start_time,
})

/** Returns the units of a request, or a refusal if the product does not have these units or does not take this many. */
function readParty(
  items: UnitItemRequest[] | null | undefined,
  option: string,
  product: Pick<ProductRow, 'min_group_size' | 'max_group_size'>,
): Result<UnitItemRequest[], OctoRefusal> {
  const units = readUnits(
    option,
    items?.map(({ unitId: id }) => ({ id, quantity: 1 })),
  )
  if (!units.ok) return units
  if (!items || items.length === 0) return unprocessable('unitItems must name at least one unit.')
  const uuids = items.flatMap(({ uuid }) => uuid ?? [])
  if (new Set(uuids).size < uuids.length) return badRequest('unitItems must not repeat a uuid.')
  const { min_group_size: least } = product
  const most = largestParty(product)
  if (items.length < least || items.length > most)
    return unprocessable(`A booking of this product has ${least} to ${countOf(most, 'unit')}.`)
  return ok(items)
}

/** Returns the id of the changed booking, or the OCTO refusal for a problem of the SQL functions. */
function explain(
  { problem, remaining }: Answer,
  id: string,
  availabilityId: string,
): Result<string, OctoRefusal> {
  switch (problem) {
    case null:
    case 'repeated':
      return ok(id)
    case 'absent':
      return refuseId('uuid', id)
    case 'gone':
      return refuseId('availabilityId', availabilityId)
    case 'full':
      return unprocessable(`Only ${countOf(remaining ?? 0, 'place')} left at this time.`)
    case 'many_held':
      return unprocessable(
        `A seller can hold 50 places at a time. You can hold ${countOf(remaining ?? 0, 'more place')} now. To hold more, confirm or cancel a reservation first.`,
      )
    case 'many_in_session':
      return unprocessable(
        `A seller can hold a quarter of a session, or one party of the largest size. You can hold ${countOf(remaining ?? 0, 'more place')} in this session. To hold more, confirm or cancel a reservation first.`,
      )
    case 'ended':
      return unprocessable('This reservation is no longer on hold. Please reserve again.')
    case 'late':
      return unprocessable('It is too late to change or cancel this booking.')
    case 'final':
    case 'erased':
      return unprocessable('This booking is cancelled or completed.')
    case 'other':
      return unprocessable('This uuid belongs to another booking.')
    case 'group_size':
      return unprocessable('The product does not take a party of this size.')
  }
}

/** Counts a request to hold or book if it was refused. Returns the request's result unchanged. */
function countRefusal<Refused extends Result<unknown, OctoRefusal>>(
  key: Pick<KeyActorAt, 'is_test'>,
  problem: Answer['problem'],
  answer: Refused,
): Refused {
  if (!answer.ok) countRefusedRequest(problem, key)
  return answer
}

/** Holds places and returns the id of the booking. A repeated request with the same uuid returns the same booking. */
export async function reserve(sql: Queryable, key: KeyActorAt, request: Reservation, now: Date): Outcome {
  const { vineyard_id, actor_id } = key
  const request_hash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const id = request.uuid ?? randomUUID()
  const [earlier] = await sql<{ is_same: boolean }[]>`
    select o.request_hash = decode(${request_hash}, 'hex') and o.vineyard_id = ${vineyard_id}
      and is_of_owner(o, ${actor_id}) as is_same
    from octo_bookings o where o.id = ${id}`
  // This check comes first, so that a repeated request is answered even if the product has gone off sale meanwhile.
  if (earlier) return explain({ problem: earlier.is_same ? 'repeated' : 'other' }, id, '')
  const product = await findProduct(sql, vineyard_id, request.productId, now)
  if (!product.ok) return product
  const option = readUnits(request.optionId)
  if (!option.ok) return option
  const slot = await findSlot(sql, product.value.id, request.availabilityId, now)
  if (!slot.ok) return countRefusal(key, 'gone', slot)
  const party = readParty(request.unitItems, request.optionId, product.value)
  if (!party.ok) return countRefusal(key, 'group_size', party)
  const { details, unit_items } = detailsWith({ id, details: {}, unit_items: [] }, request)
  const octo = {
    id,
    api_key_id: actor_id,
    reseller_reference: request.resellerReference ?? null,
    unit_items,
    details,
  }
  const hold = {
    id,
    experience_id: product.value.id,
    ...slotOf(slot.value),
    number_of_guests: unit_items.length,
    actor: 'key',
    actor_id,
    expires_at: until(request.expirationMinutes, now),
  }
  const held = await rowFrom(sql)<Answer>`
    select * from reserve_octo_booking(
      ${sql.json(hold as never)}, ${sql.json(octo as JSONValue)}, ${request_hash}, ${vineyard_id}, ${now}
    )`
  if (held.problem === null && !key.is_test) holdsMade.inc()
  const answer =
    held.problem === 'absent'
      ? refuseId('productId', request.productId)
      : explain(held, id, request.availabilityId)
  return countRefusal(key, held.problem, answer)
}

/** Extends a hold to at most an hour in total. */
export async function extend(
  sql: Queryable,
  { actor_id, vineyard_id }: KeyActorAt,
  id: string,
  minutes: number | undefined,
  now: Date,
): Outcome {
  const extended = await rowFrom(sql)<Answer>`
    select * from extend_octo_booking(${id}, ${until(minutes, now)}, ${vineyard_id}, ${actor_id}, ${now})`
  return explain(extended, id, '')
}

/** Turns a hold into a booking. Units in the request replace the held units. A second confirmation must have the same content. */
export async function confirm(
  sql: Queryable,
  key: KeyActorAt,
  row: OctoBookingRow,
  request: Confirmation,
  now: Date,
): Outcome {
  const { actor_id, vineyard_id, is_test } = key
  const party = await partyOf(sql, row, request, now)
  if (!party.ok) return countRefusal(key, 'group_size', party)
  const { details, unit_items } = detailsWith(row, request)
  const reseller_reference = request.resellerReference ?? row.reseller_reference
  const guest = {
    ...guestOf(details),
    external_reference: reseller_reference,
    // Bookings in the sandbox send no email.
    emails_guest: request.emailReceipt === true && !is_test,
  }
  const octo = { details, unit_items, reseller_reference }
  const confirmed = await rowFrom(sql)<Answer>`
    select * from confirm_octo_booking(
      ${row.id}, ${unit_items.length}, ${sql.json(guest)}, ${sql.json(octo as JSONValue)}, ${vineyard_id}, ${actor_id}, ${now}
    )`
  const isRepeated = confirmed.problem === 'repeated'
  const [stored] = isRepeated ? await findOctoBookings(sql, key, row, now) : []
  if (stored && statusOf(stored) === 'CANCELLED') return explain({ problem: 'final' }, row.id, '')
  if (stored && !isStored(stored, request))
    return unprocessable('This booking is already confirmed. Change it with PATCH.')
  if (confirmed.problem === null && !is_test) bookingsMade.inc({ channel: 'reseller' })
  return countRefusal(key, confirmed.problem, explain(confirmed, row.id, localTime(row.starts_at)))
}

/** Returns the party of a request, or a refusal if the booking's product does not have these units. */
async function partyOf(
  sql: Queryable,
  row: OctoBookingRow,
  { unitItems, optionId = 'DEFAULT' }: Pick<BookingChange, 'unitItems' | 'optionId'>,
  now: Date,
): Promise<Result<unknown, OctoRefusal>> {
  const [product] = await findExperiences(sql, [row.experience_id], now)
  if (!product) return refuseId('uuid', row.id)
  return unitItems ? readParty(unitItems, optionId, product) : readUnits(optionId)
}

/** Changes a hold or a confirmed booking. Fields that are not in the request stay unchanged. */
export async function change(
  sql: Queryable,
  key: KeyActorAt,
  row: OctoBookingRow,
  request: BookingChange,
  now: Date,
): Outcome {
  const { actor_id, vineyard_id, is_test } = key
  const target = await targetOf(sql, row, request, now)
  if (!target.ok) return target
  const { details, unit_items } = detailsWith(row, request)
  const reseller_reference =
    request.resellerReference === undefined ? row.reseller_reference : request.resellerReference
  const octo = { details, unit_items, reseller_reference }
  const party = request.unitItems ? { number_of_guests: unit_items.length } : {}
  const isMoving = target.value !== null || request.unitItems
  const to = isMoving ? { ...target.value, ...party } : null
  const isHold = row.status === null
  if (!isHold && to !== null && 'experience_id' in to && to.experience_id !== row.experience_id)
    return unprocessable('A confirmed booking keeps its product. Cancel it, and book the other product.')
  const guest = {
    ...guestOf(details),
    external_reference: reseller_reference,
    ...(typeof request.emailReceipt === 'boolean' && { emails_guest: request.emailReceipt && !is_test }),
  }
  const expires = request.expirationMinutes ? until(request.expirationMinutes, now) : null
  const [changed] = await retrying(sql, (sql) =>
    isHold
      ? sql<[Answer]>`
          select * from change_octo_hold(
            ${row.id}, ${to && sql.json(to as JSONValue)}, ${expires}, ${sql.json(octo as JSONValue)}, ${vineyard_id},
            ${actor_id}, ${now}
          )`
      : sql<[Answer]>`
          select * from change_octo_booking(
            ${row.id}, ${to && sql.json(to as JSONValue)}, ${sql.json(guest)}, ${sql.json(octo as JSONValue)},
            ${vineyard_id}, ${actor_id}, ${now}
          )`,
  )
  return explain(changed, row.id, request.availabilityId ?? localTime(row.starts_at))
}

/** Returns the new product and slot of a booking, or null if the change keeps both. */
async function targetOf(sql: Queryable, row: OctoBookingRow, request: BookingChange, now: Date) {
  const productId = request.productId ?? row.experience_id
  const isOther = productId !== row.experience_id
  const product = isOther ? await findProduct(sql, row.vineyard_id, productId, now) : null
  if (product && !product.ok) return product
  const option = readUnits(request.optionId ?? 'DEFAULT')
  if (!option.ok) return option
  const availabilityId = request.availabilityId ?? localTime(row.starts_at)
  const isMoving = isOther || availabilityId !== localTime(row.starts_at)
  const slot = isMoving ? await findSlot(sql, productId, availabilityId, now) : null
  if (slot && !slot.ok) return slot
  const party = product?.ok
    ? request.unitItems === undefined
      ? ok(null)
      : readParty(request.unitItems, 'DEFAULT', product.value)
    : await partyOf(sql, row, request, now)
  if (!party.ok) return party
  return ok(slot ? { experience_id: productId, ...slotOf(slot.value) } : null)
}

/** Releases a hold or cancels a booking. A second cancellation has no further effect. */
export async function cancel(
  sql: Queryable,
  { actor_id, vineyard_id }: KeyActorAt,
  id: string,
  reason: string | null,
  now: Date,
): Outcome {
  const cancelled = await rowFrom(sql)<Answer>`
    select * from cancel_octo_booking(${id}, ${reason}, ${vineyard_id}, ${actor_id}, ${now})`
  return explain(cancelled, id, '')
}
