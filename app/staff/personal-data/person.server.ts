import { type AdminActor, vineyardScope } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import type { ErasureProblem, UpcomingBooking } from './person.ts'
import type { Erased } from './person.shapes.ts'

type By = AdminActor | { actor: 'system' }
type PersonDocument = Record<string, unknown>

/** Returns everything stored about the owner of an address, except secrets, and records the export in the audit log. */
export async function exportAndRecordPerson(sql: Queryable, email: string, by: By, now: Date) {
  const { actor, actor_id } = vineyardScope(by)
  const [{ person }] = await sql<[{ person: PersonDocument }]>`
    select export_and_record_person(${email}, ${actor}, ${actor_id}, ${now}) as person`
  return person
}

/** Returns the person's bookings whose visit has not ended. */
export async function findUpcomingBookings(sql: Queryable, email: string, now: Date) {
  return sql<UpcomingBooking[]>`
    select u.id, u.reference, u.booking_date::text, u.start_time::text, u.vineyard_name, m.taken - m.refunds as paid
    from upcoming_bookings(${email}, ${now}) with ordinality as u (id, reference, booking_date, start_time, vineyard_name, position)
      join bookings b on b.id = u.id cross join lateral money_of(b) m
    order by u.position`
}

/**
 * Erases the owner of an email address in one transaction. With `cancel`, first cancels upcoming bookings one by one.
 * After a failure, another call continues with the remaining bookings.
 */
export async function erasePerson(
  sql: Queryable,
  email: string,
  { by, cancel = false }: { by: By; cancel?: boolean },
  now: Date,
): Promise<Result<Erased, ErasureProblem>> {
  if (cancel)
    for (const { id } of await findUpcomingBookings(sql, email, now))
      await changeBookingStatus(sql, id, 'cancelled', { by }, now)

  const { actor, actor_id } = vineyardScope(by)
  type Row = { problem: SqlEnums['erasure_problem'] | null; erased: Erased }
  const { problem, erased } = await rowFrom(sql)<Row>`
    select * from erase_person(${email}, ${actor}, ${actor_id}, ${now})`
  if (problem === null) return ok(erased)
  if (problem !== 'to_come') return refused({ kind: problem })
  return refused({ kind: problem, bookings: await findUpcomingBookings(sql, email, now) })
}

/** Erases the guest of one booking, who gave no email address. */
export async function eraseBooking(sql: Queryable, reference: string, { by }: { by: By }, now: Date) {
  const { actor, actor_id } = vineyardScope(by)
  type Row = { problem: SqlEnums['booking_erasure_problem'] | null; erased: { bookings: number } }
  const { problem, erased } = await rowFrom(sql)<Row>`
    select * from erase_booking(${reference}, ${actor}, ${actor_id}, ${now})`
  return problem === null ? ok(erased) : refused(problem)
}
