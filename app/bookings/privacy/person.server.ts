import type { Admin } from '../../people/actor.ts'
import type { Queryable } from '../../platform/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { changeBookingStatus } from '../placing/booking-status.server.ts'
import type { BookingToCome, Erased, ErasureProblem } from './person.ts'

type By = Admin | { actor: 'system' }

/** Everything that is kept about the person behind a mail address, as one document. Secrets are left out. */
export async function exportPerson(sql: Queryable, email: string): Promise<Record<string, unknown>> {
  const [{ person }] = await sql<
    [{ person: Record<string, unknown> }]
  >`select export_person(${email}) || kept_about_customer(${email}) as person`
  return person
}

/** The person's bookings that still have their visit before them. */
export async function findBookingsToCome(sql: Queryable, email: string, now: Date): Promise<BookingToCome[]> {
  return sql<BookingToCome[]>`
    select id, reference, booking_date::text, start_time::text, vineyard_name
    from bookings_to_come(${email}, ${now})`
}

/**
 * Forgets the person behind a mail address, all of them or nothing. `cancel` first cancels what is still to come, which
 * gives the places back; should something fail in between, the same call goes on where it stopped.
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

  const [{ outcome }] = await sql<[{ outcome: Erased | { problem: ErasureProblem['kind'] } }]>`
    select erase_person(
      ${email}, ${by.actor}, ${by.actor === 'admin' ? by.actor_id : null}, ${now}
    ) as outcome`
  if (!('problem' in outcome)) return ok(outcome)
  if (outcome.problem === 'staff') return refused({ kind: 'staff' })
  return refused({ kind: 'to_come', bookings: await findBookingsToCome(sql, email, now) })
}
