import { type AdminActor, vineyardScope } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { changeBookingStatus } from '../bookings/booking.server.ts'
import type { BookingToCome, Erased, ErasureProblem } from './person.ts'

type By = AdminActor | { actor: 'system' }
type Copy = Record<string, unknown>

/** Returns everything stored about the person with this email address, without secrets. */
export async function exportPerson(sql: Queryable, email: string): Promise<Copy> {
  const [{ person }] = await sql<[{ person: Copy }]>`select export_person(${email}) as person`
  return person
}

/** Returns the same for handing out, and records that in the audit log. */
export async function handOutPerson(sql: Queryable, email: string, by: By, now: Date): Promise<Copy> {
  const { actor, actor_id } = vineyardScope(by)
  const [{ person }] = await sql<[{ person: Copy }]>`
    select export_and_record_person(${email}, ${actor}, ${actor_id}, ${now}) as person`
  return person
}

/** Returns the person's bookings with a visit to come. */
export async function findBookingsToCome(sql: Queryable, email: string, now: Date): Promise<BookingToCome[]> {
  return sql<BookingToCome[]>`
    select id, reference, booking_date::text, start_time::text, vineyard_name
    from upcoming_bookings(${email}, ${now})`
}

/**
 * Erases the person with this email address, everywhere or nowhere. `cancel` first cancels bookings to come, which gives
 * their places back. If a call fails in between, the next one continues.
 */
export async function erasePerson(
  sql: Queryable,
  email: string,
  { by, cancel = false }: { by: By; cancel?: boolean },
  now: Date,
): Promise<Result<Erased, ErasureProblem>> {
  if (cancel)
    for (const { id } of await findBookingsToCome(sql, email, now))
      await changeBookingStatus(sql, id, 'cancelled', { by }, now)

  const { actor, actor_id } = vineyardScope(by)
  const [{ outcome }] = await sql<[{ outcome: Erased | { problem: ErasureProblem['kind'] } }]>`
    select erase_person(${email}, ${actor}, ${actor_id}, ${now}) as outcome`
  if (!('problem' in outcome)) return ok(outcome)
  if (outcome.problem === 'staff') return refused({ kind: 'staff' })
  return refused({ kind: 'to_come', bookings: await findBookingsToCome(sql, email, now) })
}
