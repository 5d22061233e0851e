import { clock, config, database } from '../../../../platform/context.ts'
import { isId } from '../../../../platform/ids.ts'
import { bookingSentences } from '../../../../bookings/booking-sentences.ts'
import { noteCancellationsRead } from '../../../../bookings/booking.server.ts'
import { findBookingFacts } from '../../../../bookings/emails/booking-emails.server.ts'
import type { Route } from './+types/calendar.ics.ts'

/** Serves a booking as a calendar file. A file fetched after a change updates the same calendar entry. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const sql = context.get(database)
  // The file removes a visit that is being cancelled, so a download counts as reading the cancellation.
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
