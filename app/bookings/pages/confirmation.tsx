import { data, href, redirect } from 'react-router'

import { attempt } from '../../platform/attempt.server.ts'
import { clock, database, log } from '../../platform/context.ts'
import { formatDay } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import { pageHead } from '../../ui/head.ts'
import { cancelSentences, firstName, guestCancellation, statusFaces } from '../booking.ts'
import { cancelBookingAsGuest, findBooking } from '../booking.server.ts'
import { bookingSentences } from '../booking-request.ts'
import { BookingTicket } from '../booking-ticket.tsx'
import { CancelBooking } from '../cancel-booking.tsx'
import { KeepOnDevice } from '../keep-on-device.tsx'
import '../bookings.css'
import type { Route } from './+types/confirmation.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? [
        ...pageHead({
          title: `Your booking: ${loaderData.booking.experience.title}`,
          description: `${loaderData.booking.experience.title} on ${formatDay(loaderData.booking.booking_date)}.`,
          matches,
        }),
        { name: 'robots', content: 'noindex, nofollow' },
      ]
    : []

/** The link is the key to the booking: it is kept by no cache and told to no other site. */
export const headers: Route.HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
})

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!isId(params.id)) throw notFound()
  const booking = await attempt(context.get(log), 'A booking could not be read', () =>
    findBooking(context.get(database), params.id),
  )
  if (!booking.ok) throw data({ message: bookingSentences.load_failed }, { status: 503 })
  if (!booking.value) throw notFound()
  const cutoff = booking.value.experience.cancellation_cutoff_minutes
  return {
    booking: booking.value,
    cancellation: guestCancellation(booking.value, cutoff, context.get(clock)()),
    asking: new URL(request.url).searchParams.has('cancel'),
  }
}

export async function action({ context, params }: Route.ActionArgs) {
  if (!isId(params.id)) throw notFound()
  const cancelled = await attempt(context.get(log), 'A booking could not be cancelled', () =>
    cancelBookingAsGuest(context.get(database), params.id, context.get(clock)()),
  )
  if (!cancelled.ok) return data({ problem: bookingSentences.cancel_failed }, { status: 503 })
  if (cancelled.value.ok) return redirect(href('/booking-confirmation/:id', { id: params.id }))
  if (cancelled.value.problem === 'absent') throw notFound()
  return data({ problem: cancelSentences[cancelled.value.problem] }, { status: 409 })
}

const notFound = () => data({ message: bookingSentences.not_found }, { status: 404 })

export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, cancellation, asking } = loaderData
  const { vineyard } = booking.experience
  const { heading, lede } = statusFaces[booking.status]
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1>{heading(firstName(booking.guest_name))}</h1>
        <p className="lede">{lede(vineyard.name, booking.guest_email)}</p>
      </div>
      <BookingTicket booking={booking} />
      <CancelBooking
        booking={booking}
        vineyard={vineyard}
        cancellation={cancellation}
        asking={asking}
        problem={actionData?.problem}
      />
      <KeepOnDevice id={booking.id} />
    </div>
  )
}
