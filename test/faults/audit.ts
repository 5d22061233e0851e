import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import type { Queryable } from '../../app/platform/database/database.server.ts'
import type { Offer } from './offer.ts'
import type { Answer } from './visitors.ts'

type StoredBooking = {
  id: string
  key: string
  guests: number
  status: string
  created: number
  mails: number
}

/**
 * Compares the answers to visitors with the database, and returns one sentence for each difference. With `all_answered`,
 * every visitor has retried until the answer was 201 or 409, so a last answer of 503 is a difference.
 */
export async function auditRush(
  sql: Queryable,
  { pattern_id, date, capacity }: Offer,
  answers: Answer[],
  { all_answered }: { all_answered: boolean },
): Promise<string[]> {
  const bookings = await sql<StoredBooking[]>`
    select
      b.id, b.idempotency_key as key, b.number_of_guests as guests, b.status,
      (select count(*)::int from booking_events e where e.booking_id = b.id and e.kind = 'created') as created,
      (select count(*)::int from emails m where m.booking_id = b.id and m.email_type = 'received') as mails
    from bookings b
    where b.pattern_id = ${pattern_id} and b.booking_date = ${date}`
  const [counter] = await sql<{ booked: number; overbooked: number }[]>`
    select booked, overbooked from slots where version > 0 and pattern_id = ${pattern_id} and slot_date = ${date}`

  const booked = counter?.booked ?? 0
  const sold = bookings.reduce((sum, { guests }) => sum + guests, 0)
  const smallestRefused = Math.min(
    ...answers.filter(({ status }) => status === 409).map(({ guests }) => guests),
  )
  const ledger = [
    ...(booked === sold ? [] : [`the counter says ${booked}, the bookings ${sold}`]),
    ...(counter?.overbooked ? [`${counter.overbooked} places were overbooked`] : []),
    ...(sold <= capacity ? [] : [`${sold} places of ${capacity} are sold`]),
    ...(smallestRefused > capacity - sold
      ? []
      : [`a party of ${smallestRefused} was refused and ${capacity - sold} places are left`]),
  ]
  return [
    ...ledger,
    ...bookings.flatMap(faultsOfBooking),
    ...answers.flatMap((answer) =>
      faultsOfAnswer(
        answer,
        bookings.filter(({ key }) => key === answer.key),
        all_answered,
      ),
    ),
  ]
}

/** Returns the differences that `auditRush` finds, and those that the consistency check finds. */
export async function auditAll(sql: Queryable, ...rest: Audited): Promise<string[]> {
  const faults = await findInconsistencies(sql, new Date())
  const inconsistencies = faults.map(
    ({ fault, noun, noun_id, detail }) => `${fault}: ${noun} ${noun_id} ${detail}`,
  )
  return [...(await auditRush(sql, ...rest)), ...inconsistencies]
}

type Audited = Parameters<typeof auditRush> extends [unknown, ...infer Rest] ? Rest : never

function faultsOfBooking({ id, status, created, mails }: StoredBooking): string[] {
  return [
    ...(status === 'pending' ? [] : [`booking ${id} is ${status}`]),
    ...(created === 1 ? [] : [`booking ${id} has ${created} 'created' events`]),
    ...(mails === 1 ? [] : [`booking ${id} has ${mails} emails`]),
  ]
}

function faultsOfAnswer(answer: Answer, bookings: StoredBooking[], allAnswered: boolean): string[] {
  const { key, guests, status, booking_id, failure } = answer
  if (bookings.length > 1) return [`key ${key} has ${bookings.length} bookings`]
  const [booking] = bookings
  switch (status) {
    case 201:
      if (!booking) return [`booking ${booking_id} was acknowledged and is lost`]
      if (booking.id !== booking_id)
        return [`booking ${booking_id} was acknowledged, ${booking.id} is stored`]
      return booking.guests === guests
        ? []
        : [`booking ${booking_id} is for ${booking.guests}, not ${guests}`]
    case 409:
      return booking ? [`key ${key} was refused and has booking ${booking.id}`] : []
    case 503:
      return allAnswered ? [`key ${key} got no answer`] : []
    default:
      return [`key ${key} was answered ${status} ${failure ?? ''}`]
  }
}
