import type { Context } from 'hono'

import type { Experience } from '../experiences/experience.ts'
import type { Queryable } from '../platform/database.server.ts'
import { problem } from '../platform/http/problem.ts'
import { groupSentence } from './booking-request.ts'

/** Refuses a party of a size that the experience, or the one of the booking, does not take: it says which it does. */
export async function refuseParty(
  c: Context,
  sql: Queryable,
  of: { experience_id: string } | { booking_id: string },
) {
  const [sizes] = await sql<Pick<Experience, 'min_group_size' | 'max_group_size'>[]>`
    select e.min_group_size, e.max_group_size from experiences e
    where e.id = ${
      'experience_id' in of
        ? of.experience_id
        : sql`(select b.experience_id from bookings b where b.id = ${of.booking_id})`
    }`
  // It may have been deleted in this very moment.
  const message = sizes ? groupSentence(sizes) : 'The experience does not take a party of that size.'
  return problem(c, 422, message, { fields: [{ field: 'number_of_guests', message }] })
}
