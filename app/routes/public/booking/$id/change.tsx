import { data, redirect } from 'react-router'

import { nearestStart } from '../../../../availability/nearest-start.ts'
import { attempt, readForPage } from '../../../../platform/attempt.server.ts'
import { clock, config, database, rateLimited, log, sentFields } from '../../../../platform/context.ts'
import { retryAfter } from '../../../../platform/http/problem.ts'
import { readFormToKeep } from '../../../../platform/text/form.server.ts'
import { isId } from '../../../../platform/ids.ts'
import { refused } from '../../../../platform/result.ts'
import { phoneLink } from '../../../../platform/text/phone-link.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { headOf } from '../../../../ui/page/head.ts'
import type { KeptPage } from '../../../../ui/page/missing-answer.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import { guestPagesOf, isOnItsPage, useGuestPages } from '../../../../bookings/new-bookings/guest-pages.tsx'
import { isCalledOff } from '../../../../bookings/sessions/call-off.ts'
import { guestCancellation, secondsUntilFinal } from '../../../../bookings/booking.ts'
import { answerFailure, revalidateAfterConflict } from '../../../../bookings/new-bookings/offline.tsx'
import { changeSentences } from '../../../../bookings/changes/change-request.ts'
import {
  type BookingChoice,
  type BookingFormView,
  readBookingForm,
  showChoice,
} from '../../../../bookings/new-bookings/booking-form.server.ts'
import { findDue } from '../../../../bookings/payments/payment.server.ts'
import { bookingSentences } from '../../../../bookings/booking-sentences.ts'
import { cancelSentences } from '../../../../bookings/cancel-sentences.ts'
import { readAnswers, readIntent } from '../../../../bookings/new-bookings/booking-request.ts'
import {
  type ChangeView,
  changeFromForm,
  findChange,
} from '../../../../bookings/new-bookings/book-from-form.server.ts'
import { withoutTimes } from '../../../../bookings/new-bookings/components/date-and-time.tsx'
import { ChangeForm } from '../../../../bookings/changes/components/change-form.tsx'
import '../../../../bookings/components/bookings.css'
import type { Route } from './+types/change.ts'

export const meta = headOf(({ booking }: Route.ComponentProps['loaderData']) => ({
  title: `Change your booking: ${booking.experience.title}`,
  description: 'Change the day, the time or the number of guests.',
  robots: 'noindex, nofollow',
}))

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {}

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const change = await readChange(args)
  const { booking } = change
  // When a parameter is repeated, uses its first value.
  const { date, month, guests } = Object.fromEntries([...new URL(request.url).searchParams].toReversed())
  const day = date ?? (month ? undefined : booking.booking_date)
  const view = await readView(args, change, { date: day, month, guests })
  const cutoff = booking.experience.cancellation_cutoff_minutes
  const money = await attempt(context.get(log), 'The money of a booking could not be read', () =>
    findDue(context.get(database), booking.id),
  )
  return {
    ...change,
    view,
    money: money.ok ? money.value : { paid: 0, due: 0 },
    may: guestCancellation(booking, cutoff, context.get(clock)()),
  }
}

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args
  const form = await readFormToKeep(request, context)
  const change = await readChange(args, changeSentences.failed)
  const { booking, bounds } = change
  const answers = readAnswers(form)
  const { guests } = answers
  const intent = readIntent(form)
  if (intent.kind === 'show')
    return showChoice(
      await readView(args, change, { ...intent, guests }),
      intent,
      answers,
      bounds,
      booking.number_of_guests,
    )

  const limited = context.get(rateLimited)
  const changed = limited
    ? refused({ status: 429, message: limited.sentence, fields: {}, wait_seconds: undefined })
    : await changeFromForm(context.get(database), context.get(log), change, form, {
        now: context.get(clock)(),
        emailsAnHour: context.get(config).limits.booking_emails,
      })
  if (changed.ok) return redirect(`${guestPagesOf(params).booking(params.id)}?changed=yes`)

  const view = await readView(args, change, { date: answers.date || booking.booking_date, guests })
  const { status, wait_seconds, ...refusal } = changed.problem
  return data({ view, answers, refusal }, { status, headers: retryAfter(wait_seconds) })
}

async function readChange(
  { context, params }: Route.LoaderArgs | Route.ActionArgs,
  message: string = bookingSentences.load_failed,
) {
  const { id } = params
  const pages = guestPagesOf(params)
  const change = isId(id)
    ? await readForPage(
        context.get(log),
        'A booking could not be read',
        () => findChange(context.get(database), id),
        {
          message,
          to: pages.emailedBooking(id),
          label: 'Back to your booking',
          typed: context.get(sentFields),
        },
      )
    : undefined
  if (!change || !isOnItsPage(params, change.booking))
    throw data({ message: bookingSentences.not_found }, { status: 404 })
  if (isCalledOff(change.booking)) throw redirect(pages.calledOff(id))
  if (secondsUntilFinal(change.booking.cancellation_final_at, context.get(clock)()) !== null)
    throw redirect(pages.booking(id))
  return change
}

/** Reads days and times for a choice. The booking's current party is allowed even outside the experience's limits. */
async function readView(
  { context }: Route.LoaderArgs | Route.ActionArgs,
  { booking, bounds }: ChangeView,
  choice: BookingChoice,
): Promise<BookingFormView> {
  const party = booking.number_of_guests
  const widened = {
    ...bounds,
    min_group_size: Math.min(bounds.min_group_size, party),
    max_group_size: bounds.max_group_size && Math.max(bounds.max_group_size, party),
  }
  const view = await readBookingForm(
    context.get(database),
    context.get(log),
    widened,
    { ...choice, guests: choice.guests ?? String(party) },
    context.get(clock)(),
    booking.id,
  )
  const free = (view.slots ?? []).filter(({ remaining }) => remaining >= view.guests)
  const { start_time } = booking
  if (start_time === null || free.some((slot) => slot.start_time === start_time)) return view
  return { ...view, nearest: nearestStart(free, start_time)?.id }
}

export const shouldRevalidate = revalidateAfterConflict

export const handle: KeptPage<Route.ComponentProps['loaderData']> = {
  marked: (last, request) => ({ ...last, view: withoutTimes(last.view, request) }),
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerFailure(
    serverAction,
    (message) => ({ view: undefined, answers: {}, refusal: { message, fields: {} } }),
    changeSentences.failed,
    'No connection just now. What you chose is still here.',
  )

export default function Change({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, bounds, may } = loaderData
  const { vineyard } = booking.experience
  const page = useGuestPages().booking(booking.id)
  return (
    <div className="wrap page-end">
      <Breadcrumb trail={[{ to: page, label: 'Your booking' }]} here="Change" />
      <div className="book-head">
        <h1>Change your booking</h1>
        <p className="lede">
          {booking.experience.title} at {vineyard.name}
        </p>
      </div>
      {may === 'open' ? (
        <ChangeForm
          booking={booking}
          bounds={bounds}
          money={loaderData.money}
          view={actionData?.view ?? loaderData.view}
          answer={actionData}
        />
      ) : (
        <>
          <Notice tone="bad">
            <p>{may === 'late' ? changeSentences.late : cancelSentences.final}</p>
            {may === 'late' && (
              <p>
                Please tell {vineyard.name} directly.{' '}
                {vineyard.phone && <a href={phoneLink(vineyard.phone)}>{vineyard.phone}</a>}
              </p>
            )}
          </Notice>
          <p className="row space-above">
            <ButtonLink to={page}>Back to your booking</ButtonLink>
          </p>
        </>
      )}
    </div>
  )
}
