import { useEffect, useRef, useState } from 'react'
import { data, href, Link, redirect } from 'react-router'

import { gettingHereOrNull } from '../../../catalogue/stations/getting-here-or-null.server.ts'
import { measureRoads } from '../../../catalogue/stations/roads.server.ts'
import { attempt } from '../../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../../platform/context.ts'
import { retryAfter } from '../../../platform/http/problem.ts'
import { readForm } from '../../../platform/text/form.server.ts'
import { dayOf, formatDay } from '../../../platform/days.ts'
import { isId } from '../../../platform/ids.ts'
import { findMailState } from '../../../mail/outbox.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { headOf } from '../../../ui/page/head.ts'
import { qrPath } from '../../../ui/pictures/qr-path.ts'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { isCalledOff } from '../../../bookings/sessions/call-off.ts'
import { firstName, guestCancellation, secondsUntilFinal, statusDetails } from '../../../bookings/booking.ts'
import { findAnnounced } from '../../../bookings/booking-record.server.ts'
import { paidSentence } from '../../../bookings/payments/paid-sentence.ts'
import { findDue } from '../../../bookings/payments/payment.server.ts'
import { findBooking, findBookingAsGuest } from '../../../bookings/booking.server.ts'
import { emailsRefusal } from '../../../bookings/new-bookings/explain-refusal.server.ts'
import {
  cancelAsGuest,
  correctEmailAsGuest,
} from '../../../bookings/new-bookings/unverified-booking.server.ts'
import { answerFailure, revalidateAfterConflict } from '../../../bookings/new-bookings/offline.tsx'
import { readByLink } from '../../../bookings/new-bookings/guest-pages.server.ts'
import { listNextSteps } from '../../../bookings/new-bookings/booking-form.server.ts'
import { bookingSentences } from '../../../bookings/booking-sentences.ts'
import { cancelSentences } from '../../../bookings/cancel-sentences.ts'
import { hasWalletPass } from '../../../bookings/wallet-passes/wallet-pass.server.ts'
import { BookingTicket } from '../../../bookings/components/booking-ticket.tsx'
import { guestPagesOf, isOnItsPage, useGuestPages } from '../../../bookings/new-bookings/guest-pages.tsx'
import { refundSentence } from '../../../bookings/changes/cancellation-reason.ts'
import { CancelBooking } from '../../../bookings/changes/components/cancel-booking.tsx'
import { correctionSentences, readCorrection, readVersion } from '../../../bookings/changes/change-request.ts'
import { CorrectEmail } from '../../../bookings/changes/components/correct-email.tsx'
import { ForgetForm } from '../../../bookings/new-bookings/browser-storage.tsx'
import { KeepOnDevice } from '../../../bookings/new-bookings/device-bookings.tsx'
import '../../../bookings/components/bookings.css'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import type { Route } from './+types/$id.ts'

export const meta = headOf(({ booking }: Route.ComponentProps['loaderData']) => ({
  title: `Your booking: ${booking.experience.title}`,
  description: `${booking.experience.title} on ${formatDay(booking.booking_date)}.`,
  robots: 'noindex, nofollow',
}))

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id } = params
  const pages = guestPagesOf(params)
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const booking = await readByLink({ context, params }, {}, () => findBookingAsGuest(sql, id, now))
  const address = booking.guest_email
  const mail = await attempt(logger, 'The state of an email could not be read', async () =>
    address === null ? undefined : findMailState(sql, { booking_id: id, to_address: address }),
  )
  const ending = secondsUntilFinal(booking.cancellation_final_at, now)
  const money = await attempt(logger, 'The money of a booking could not be read', () => findDue(sql, id))
  const rebooking =
    statusDetails[booking.status].isUpcoming || ending !== null
      ? null
      : await attempt(logger, 'The links to review a visit or to book again could not be read', () =>
          listNextSteps(sql, pages, booking, now),
        )
  const isToCome = statusDetails[booking.status].isUpcoming && !isCalledOff(booking)
  const measure = measureRoads(logger, context.get(config).routing_url)
  return {
    journey: isToCome ? await gettingHereOrNull(sql, logger, booking.vineyard_id, measure) : null,
    booking: { ...booking, is_being_cancelled: ending !== null },
    code: isToCome ? qrPath(booking.reference) : null,
    has_pass: hasWalletPass(context.get(config).pass_signer, booking, now),
    mail: mail.ok ? mail.value : undefined,
    now,
    /** The seconds for which staff can still undo the call-off; null if they cannot. `ending` is the same for a cancellation. */
    ending_call_off: secondsUntilFinal(booking.call_off_final_at, now),
    ending,
    /** The pounds to pay at the vineyard; null if nothing is owed. */
    due: isToCome && money.ok && money.value.due > 0 ? money.value.due : null,
    paying: money.ok ? paidSentence(money.value, booking.currency) : '',
    today: dayOf(now),
    cancellation: guestCancellation(booking, booking.experience.cancellation_cutoff_minutes, now),
    asking: new URL(request.url).searchParams.has('cancel'),
    ...(await findAnnounced(sql, logger, id, new URL(request.url).searchParams)),
    refund:
      booking.status === 'cancelled' && money.ok
        ? refundSentence(booking.experience.vineyard.name, money.value)
        : '',
    rebooking: rebooking?.ok ? rebooking.value : [],
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  if (!isId(params.id)) throw notFound()
  const page = guestPagesOf(params).booking(params.id)
  if (params.vineyard !== undefined) await requireOwnBooking(context, params)
  if (form.get('intent') === 'correct') return correct(context, params.id, form, page)
  if (form.get('intent') !== 'cancel') throw data({ message: cancelSentences.unclear }, { status: 400 })
  const cancelled = await attempt(context.get(log), 'A booking could not be cancelled', () =>
    cancelAsGuest(context.get(database), params.id, readVersion(form), limitOf(context)),
  )
  if (!cancelled.ok) return data({ problem: cancelSentences.failed }, { status: 503 })
  if (cancelled.value.ok) return redirect(page)
  if (cancelled.value.problem === 'absent') throw notFound()
  return data({ problem: cancelSentences[cancelled.value.problem] }, { status: 409 })
}

/** Throws 404 if there is no such booking. In a booking frame, bookings of other vineyards count as missing. */
async function requireOwnBooking(context: Route.ActionArgs['context'], params: Route.ActionArgs['params']) {
  const read = await attempt(context.get(log), 'A booking could not be read', () =>
    findBooking(context.get(database), params.id),
  )
  if (!read.ok) throw data({ message: bookingSentences.load_failed }, { status: 503 })
  if (!read.value || !isOnItsPage(params, read.value)) throw notFound()
}

async function correct(context: Route.ActionArgs['context'], id: string, form: FormData, page: string) {
  const email = readCorrection(form)
  if (!email.ok) return data({ wrong_email: correctionSentences[email.problem] }, { status: 422 })
  const corrected = await attempt(context.get(log), 'An address could not be corrected', () =>
    correctEmailAsGuest(context.get(database), id, email.value, limitOf(context)),
  )
  if (!corrected.ok) return data({ wrong_email: bookingSentences.load_failed }, { status: 503 })
  if (corrected.value.ok) return redirect(`${page}?corrected=yes#email`)
  const { problem } = corrected.value
  if (problem.kind === 'absent') throw notFound()
  if (problem.kind === 'emails') {
    const { message, wait_seconds } = emailsRefusal(problem, limitOf(context).now)
    return data({ wrong_email: message }, { status: 429, headers: retryAfter(wait_seconds) })
  }
  return data({ wrong_email: correctionSentences[problem.kind] }, { status: 409 })
}

const limitOf = (context: Route.ActionArgs['context']) => ({
  now: context.get(clock)(),
  emailsAnHour: context.get(config).limits.booking_emails,
})

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {}

export const shouldRevalidate = revalidateAfterConflict

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return form.get('intent') === 'correct'
    ? answerFailure(serverAction, (wrong_email) => ({ wrong_email }), bookingSentences.load_failed)
    : answerFailure(serverAction, (problem) => ({ problem }), cancelSentences.failed)
}

// These parts load only when needed, because few bookings are being cancelled, called off or moved.
const BeingCancelled = lazyPart(() => import('../../../bookings/changes/components/being-cancelled.tsx'))
const SessionNews = lazyPart(() => import('../../../bookings/sessions/components/called-off-notice.tsx'))

// These parts come after the ticket, so their code is loaded after everything else.
const AddToCalendar = lazyPart(() => import('../../../bookings/components/add-to-calendar.tsx'))
const RemoveFromCalendar = lazyPart(() => import('../../../bookings/components/remove-from-calendar.tsx'))
const SaveTicket = lazyPart(() => import('../../../bookings/offline-tickets/components/save-tickets.tsx'))

const notFound = () => data({ message: bookingSentences.not_found }, { status: 404 })

export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, code, mail, now, today, ending, ending_call_off, cancellation } = loaderData
  const { asking, changed, kept, takesPlace, rebooking, refund } = loaderData
  const { vineyard } = booking.experience
  const { heading, lede } = statusDetails[booking.status]
  const isOff = isCalledOff(booking)
  const isUpcoming = statusDetails[booking.status].isUpcoming && !isOff
  const news = { booking, now, isKept: kept, seconds: ending_call_off }
  const title = useRef<HTMLHeadingElement>(null)
  const [isOpenedDirectly] = useState(!useHydrated())
  const [firstStatus] = useState(booking.status)
  const emails = useSendsEmail()
  const pages = useGuestPages()
  // After booking or cancelling, the pressed button is gone: focus the heading for screen readers.
  useEffect(() => {
    if (isOpenedDirectly && booking.status === firstStatus) return
    if (document.activeElement === document.body) title.current?.focus()
  }, [booking.status, firstStatus, isOpenedDirectly])
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1 ref={title} tabIndex={-1}>
          {isOff
            ? ending_call_off === null
              ? 'This session is called off'
              : 'This session is being called off'
            : ending === null
              ? heading(firstName(booking.guest_name))
              : 'This booking is being cancelled'}
        </h1>
        {ending !== null ? (
          <BeingCancelled
            vineyard={vineyard.name}
            seconds={ending}
            sendsEmail={emails && booking.has_email}
          />
        ) : isOff ? (
          <SessionNews {...news} />
        ) : (
          <p className="lede">{[lede(vineyard.name, booking.guest_email, emails), refund].join(' ')}</p>
        )}
        {isOff && ending_call_off === null && cancellation === 'open' && (
          <p className="row no-print">
            <ButtonLink variant="primary" to={pages.calledOff(booking.id)}>
              Choose Another Time
            </ButtonLink>
          </p>
        )}
        {rebooking.length > 0 && (
          <p className="row no-print">
            {rebooking.map(({ to, label }, n) => (
              <ButtonLink key={label} variant={n === 0 ? 'primary' : 'line'} to={to}>
                {label}
              </ButtonLink>
            ))}
          </p>
        )}
        {isUpcoming && booking.moved_from && <SessionNews {...news} />}
        {takesPlace && isUpcoming && (
          <Notice tone="good" role="status">
            <strong>The session takes place after all.</strong> Your booking was not moved.
          </Notice>
        )}
        {changed && isUpcoming && (
          <Notice tone="good" role="status">
            <strong>Your booking has been changed.</strong> Here are the new details.
          </Notice>
        )}
        {isUpcoming && pages.isFramed && (
          <p>
            <a href={href('/booking/:id', { id: booking.id })} target="_blank" rel="noreferrer">
              Your booking’s own page
            </a>{' '}
            shows this booking at any time.
          </p>
        )}
        {isUpcoming && !pages.isFramed && (
          <p>
            {emails ? 'Keep this page' : 'Keep the link to this page'}: it opens your booking again.
            <span className="scripted">
              {' '}
              You’ll also find it under <Link to={href('/my-bookings')}>My bookings</Link> in this browser.
            </span>
          </p>
        )}
      </div>
      <BookingTicket
        {...{ booking, code, now }}
        due={loaderData.due}
        paying={loaderData.paying}
        journey={loaderData.journey}
        hasPass={loaderData.has_pass}
        isFramed={pages.isFramed}
      />
      {isUpcoming && <AddToCalendar booking={booking} />}
      {!statusDetails[booking.status].takesPlaces && ending === null && (
        <RemoveFromCalendar booking={booking} />
      )}
      {(isUpcoming || isOff) && (
        <CorrectEmail
          email={booking.guest_email}
          mail={mail}
          isCorrected={loaderData.corrected}
          refused={actionData && 'wrong_email' in actionData ? actionData : undefined}
        />
      )}
      <CancelBooking
        today={today}
        booking={booking}
        vineyard={vineyard}
        cancellation={cancellation}
        isAsking={asking}
        problem={actionData && 'problem' in actionData ? actionData.problem : undefined}
      />
      {!pages.isFramed && <KeepOnDevice id={booking.id} />}
      {!pages.isFramed && <SaveTicket {...{ booking, now }} />}
      {!isUpcoming && !isOff && ending === null && <ForgetForm experienceId={booking.experience_id} />}
    </div>
  )
}
