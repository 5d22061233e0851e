import type { ReactNode } from 'react'
import { href, Link, redirect, useLocation } from 'react-router'

import type { emailLogApi } from '../../../operations/email-log/email-log.api.ts'
import { respond, toActionResult, ifEmailed } from '../../../staff-client/action-result.tsx'
import { resultOf } from '../../../staff-client/call.ts'
import { signedInAdminId } from '../../../staff-client/admin-session.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../../../staff-client/staff-area.ts'
import { load } from '../../../staff-client/load.ts'
import { PageFailure } from '../../../staff-client/page-failure.tsx'
import { formatDay, isDay } from '../../../platform/days.ts'
import { keepAnswers, MissingAnswer } from '../../../ui/page/missing-answer.tsx'
import { Badge, StatusPill } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DraftsOf } from '../../../ui/forms/form-draft.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { StaffNeedsScript } from '../../../ui/page/notice.tsx'
import { useOnePress } from '../../../ui/forms/presses.ts'
import { ReloadGuard } from '../../../ui/page/reload-guard.tsx'
import { StaffPageSkeleton } from '../../../ui/page/staff-skeleton.tsx'
import { Toast } from '../../../ui/page/toast.tsx'
import { attendanceLabels, statusDetails, statusPillOf } from '../../../bookings/booking.ts'
import { channelLabels, showsChannel } from '../../../bookings/booking-channel.ts'
import type { bookingApi } from '../../../bookings/booking.api.ts'
import { actOnBooking } from '../../../bookings/booking-actions.tsx'
import type { paymentApi } from '../../../bookings/payments/payment.api.ts'
import { recordPaymentFrom } from '../../../bookings/payments/payment-actions.tsx'
import { BookingMoney } from '../../../bookings/payments/components/booking-money.tsx'
import { StatusAndAttendance } from '../../../bookings/components/status-and-attendance.tsx'
import { BookingFacts, GuestHistory, StaffNote } from '../../../bookings/components/booking-facts.tsx'
import { BookingLog } from '../../../bookings/components/booking-log.tsx'
import { ChangeBooking } from '../../../bookings/changes/components/change-booking.tsx'
import { bookingLink, bookingsLink, fromToday } from '../../../bookings/staff-links.tsx'
import { readReference } from '../../../bookings/today/today.ts'
import { guestsSentence } from '../../../bookings/sessions/session.ts'
import { PartyTags } from '../../../bookings/notes/components/party-notes.tsx'
import { OverbookAnyway } from '../../../bookings/new-bookings/components/session-choice.tsx'
import type { sessionApi } from '../../../bookings/sessions/session.api.ts'
import '../../../ui/page/staff-page.css'
import '../../../bookings/components/staff-bookings.css'
import type { Route } from './+types/$id.ts'

// The admin's page is outside the layout of its area.
export const clientMiddleware = [keepAnswers]

export const meta: Route.MetaFunction = () => unlistedHead('Booking')

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const bookings = apiFor<typeof bookingApi>(area, '/api/bookings')
  // The page Today does not know the ids of bookings, so its links contain the reference.
  if (readReference(id) === id) {
    const { items } = await load(request, bookings.index.$get({ query: { search: id, limit: '10' } }))
    const found = items.find(({ reference }) => reference === id)
    if (found) throw redirect(bookingLink(area, found.id) + new URL(request.url).search)
  }
  const api = bookings[':id']
  const payments = apiFor<typeof paymentApi>(area, '/api/payments').index
  const [booking, events, money] = await Promise.all([
    load(request, api.record.$get({ param: { id } })),
    load(request, api.events.$get({ param: { id } })),
    load(request, payments.$get({ query: { booking: id } })),
  ])
  const date = new URL(request.url).searchParams.get('change')
  if (date === null || booking.is_erased || !statusDetails[booking.status].isUpcoming)
    return { area, booking, events, money, change: null }
  const day = isDay(date) ? date : booking.booking_date
  const query = { experience_id: booking.experience_id, from: day, until: day, moving: id }
  const { today, items: sessions } = await load(
    request,
    apiFor<typeof sessionApi>(area, '/api/sessions').index.$get({ query }),
  )
  return { area, booking, events, money, change: { day, today, sessions } }
}

export async function clientAction({ request, params: { id } }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const intent = form.get('intent')
  if (intent !== 'money' && intent !== 'send_again') return respond(await actOnBooking(request, id))
  const recorded =
    intent === 'money'
      ? await recordPaymentFrom(request, id, form)
      : await sendEmailAgain(request, String(form.get('email')))
  return respond({
    ...recorded,
    overbooking: null,
    typed: undefined,
    overtaken: false,
    is_from_dialog: false,
  })
}

async function sendEmailAgain(request: Request, id: string) {
  const api = apiFor<ReturnType<typeof emailLogApi>>(staffAreaOf(request.url), '/api/emails')[':id']
  const sent = await resultOf(api.send_again.$post({ param: { id } }))
  return toActionResult(request, sent, ifEmailed('The email is being sent again.'))
}

export function HydrateFallback() {
  return (
    <main id="main" className="booking-page">
      <StaffNeedsScript />
      <StaffPageSkeleton label="Loading the booking" shape="panels" />
    </main>
  )
}

export default function StaffBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { area, booking, events, money, change } = loaderData
  const { guest_name, number_of_guests, status, experiences, vineyards, booking_date, booking_time } = booking
  const changing = new URLSearchParams(useLocation().search)
  changing.set('change', '')
  return (
    <MainPart area={area}>
      <div className="staff-head">
        <div>
          <p className="soft">
            {experiences.title}
            {area === 'admin' && `, ${vineyards.name}`}
          </p>
          <h1>
            {guest_name}, {number_of_guests === 1 ? 'one guest' : `${number_of_guests} guests`}
          </h1>
          <p className="when">
            {formatDay(booking_date)}, {booking_time}
          </p>
        </div>
        <div className="row">
          <PartyTags tags={booking.tags} />
          <StatusPill {...statusPillOf({ status, called_off_at: booking.called_off_at })} />
          {booking.attendance && (
            <Badge tone={booking.attendance === 'arrived' ? 'yes' : 'note'} icon="flag">
              {attendanceLabels[booking.attendance]}
              {booking.arrived_guests !== null && `: ${guestsSentence(booking)}`}
            </Badge>
          )}
          {showsChannel(booking.channel) && (
            <Badge tone="note" icon={booking.channel === 'walk_in' ? 'people' : 'globe'}>
              {channelLabels[booking.channel]}
              {booking.external_reference && ` ${booking.external_reference}`}
            </Badge>
          )}
          {booking.is_overbooked && (
            <Badge tone="note" icon="alert">
              Overbooked
            </Badge>
          )}
          {booking.beyond_limits && (
            <Badge tone="note" icon="alert">
              Beyond the limits
            </Badge>
          )}
        </div>
      </div>
      {actionData?.overbooking && <OverbookAnyway overbooking={actionData.overbooking} />}
      <div className="booking-columns">
        <div className="stack">
          <StatusAndAttendance area={area} booking={booking} outcome={actionData} />
          <BookingMoney booking={booking} money={money} outcome={actionData} />
          {change ? (
            <ChangeBooking
              {...change}
              booking={booking}
              error={actionData?.overbooking ? undefined : actionData?.fields.number_of_guests}
            />
          ) : (
            statusDetails[status].isUpcoming &&
            !booking.is_erased && (
              <ButtonLink icon="calendar" to={`?${changing}`} preventScrollReset>
                Change date, time or party
              </ButtonLink>
            )
          )}
          <BookingFacts area={area} booking={booking} outcome={actionData} />
          <StaffNote booking={booking} outcome={actionData} />
        </div>
        <div className="stack">
          {booking.customer_id !== null && <GuestHistory area={area} others={booking.others} />}
          <BookingLog booking={booking} events={events} />
        </div>
      </div>
      <Toast
        about={
          actionData?.overbooking || (actionData?.failed && actionData.is_from_dialog)
            ? undefined
            : actionData
        }
      />
    </MainPart>
  )
}

/** The admin's page is outside the admin layout (specification §2), so it has its own main element. */
function MainPart({ area, children }: { area: StaffArea; children: ReactNode }) {
  const Part = area === 'admin' ? 'main' : 'div'
  const isFromToday = new URLSearchParams(useLocation().search).get('from') === fromToday
  useOnePress()
  return (
    <Part id={area === 'admin' ? 'main' : undefined} className="booking-page">
      <p className="small">
        {isFromToday ? (
          <a href={href('/winemaker/today')}>Back to Today</a>
        ) : (
          <Link to={bookingsLink(area)}>All bookings</Link>
        )}
      </p>
      {area === 'admin' ? (
        <>
          <ReloadGuard />
          <DraftsOf owner={`admin:${signedInAdminId()}`}>{children}</DraftsOf>
          <MissingAnswer />
        </>
      ) : (
        children
      )}
    </Part>
  )
}

export function ErrorBoundary() {
  return (
    <MainPart area={staffAreaOf(useLocation().pathname)}>
      <PageFailure title="Failed to load booking details" />
    </MainPart>
  )
}
