import { clock, config, database } from '../../../../platform/context.ts'
import { isId } from '../../../../platform/ids.ts'
import { bookingSentences } from '../../../../bookings/new-bookings/booking-request.ts'
import { noteCancellationsRead } from '../../../../bookings/booking.server.ts'
import { findBookingFacts } from '../../../../bookings/emails/booking-emails.server.ts'
import type { Route } from './+types/calendar.ics.ts'

/** A booking as a calendar file. Fetched again after a change, it updates the same entry. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const sql = context.get(database)
  // The file of a booking that is being cancelled removes the visit from the guest's calendar.
  if (isId(params.id)) await noteCancellationsRead(sql, [params.id], context.get(clock)())
  const facts = isId(params.id)
    ? await findBookingFacts(sql, { booking_id: params.id }, context.get(config))
    : undefined
  if (!facts?.calendar) return new Response(bookingSentences.not_found, { status: 404 })
  return new Response(facts.calendar.content, {
    headers: {
      'Content-Type': `text/calendar; charset=utf-8; method=${facts.calendar.method}`,
      'Content-Disposition': `attachment; filename="${facts.reference.toLowerCase()}.ics"`,
    },
  })
}
