import { data, href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'

import { attempt } from '../../../../platform/attempt.server.ts'
import { clock, database, rateLimited, log } from '../../../../platform/context.ts'
import { readForm } from '../../../../platform/form.server.ts'
import { isId } from '../../../../platform/ids.ts'
import { phoneLink } from '../../../../vineyards/contact-links.ts'
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { pageHead } from '../../../../ui/head.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { cancelSentences, guestCancellation } from '../../../../bookings/booking.ts'
import { answerFailure } from '../../../../bookings/offline.tsx'
import {
  bookingSentences,
  fitsGroup,
  groupSentence,
  readGuests,
} from '../../../../bookings/booking-request.ts'
import { changeSentences } from '../../../../bookings/change-request.ts'
import { answersOf, readIntent } from '../../../../bookings/booking-answers.ts'
import { type BookingFormView, readBookingForm } from '../../../../bookings/booking-form.server.ts'
import { changeFromForm, findChange } from '../../../../bookings/change-booking.server.ts'
import { ChangeForm } from '../../../../bookings/components/change-form.tsx'
import '../../../../bookings/components/bookings.css'
import type { Route } from './+types/change.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? [
        ...pageHead({
          title: `Change your booking: ${loaderData.booking.experience.title}`,
          description: 'Another day, another time or another party, within what the vineyard allows.',
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

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const change = await changeOf(args)
  const { booking } = change
  const asked = new URL(request.url).searchParams
  const month = asked.get('month')
  const view = await viewOf(args, change, {
    date: asked.get('date') ?? (month ? undefined : booking.booking_date),
    month: month ?? undefined,
    guests: asked.get('guests') ?? undefined,
  })
  const cutoff = booking.experience.cancellation_cutoff_minutes
  return { ...change, view, may: guestCancellation(booking, cutoff, context.get(clock)()) }
}

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args
  const change = await changeOf(args, changeSentences.failed)
  const form = await readForm(request)
  const answers = answersOf(form)
  const { guests } = answers
  const intent = readIntent(form)
  if (intent.kind === 'look') {
    const view = await viewOf(args, change, { ...intent, guests })
    const reached = !intent.date || view.date === intent.date
    const party = readGuests(guests?.trim() ?? '')
    const fields = {
      ...(reached ? {} : { date: 'That day can not be booked. Please choose another.' }),
      ...(party === change.booking.number_of_guests || (party && fitsGroup(change.bounds, party))
        ? {}
        : { guests: groupSentence(change.bounds) }),
    }
    const refusal = Object.keys(fields).length > 0 ? { message: '', fields } : null
    const slot = intent.slot ?? answers.slot ?? ''
    // A date that was reached by hand stands in the calendar now, and must not win for ever.
    return { view, answers: { ...answers, slot, go_to: reached ? '' : (answers.go_to ?? '') }, refusal }
  }
  const view = () => viewOf(args, change, { date: answers.date || change.booking.booking_date, guests })
  const held = context.get(rateLimited)
  if (held)
    return data(
      { view: await view(), answers, refusal: { message: held.sentence, fields: {} } },
      { status: 429 },
    )
  const changed = await changeFromForm(
    context.get(database),
    context.get(log),
    change,
    form,
    context.get(clock)(),
  )
  if (changed.ok) return redirect(`${href('/booking-confirmation/:id', { id: params.id })}?changed=yes`)
  const { status, ...refusal } = changed.problem
  return data({ view: await view(), answers, refusal }, { status })
}

async function changeOf(
  { context, params }: Route.LoaderArgs | Route.ActionArgs,
  failure: string = bookingSentences.load_failed,
) {
  const found = isId(params.id)
    ? await attempt(context.get(log), 'A booking could not be read', () =>
        findChange(context.get(database), params.id),
      )
    : undefined
  const again = { to: href('/booking/:id', { id: params.id }), label: 'Back to your booking' }
  if (found && !found.ok) throw data({ message: failure, ...again }, { status: 503 })
  if (!found?.value) throw data({ message: bookingSentences.not_found }, { status: 404 })
  return found.value
}

/** Days and times for what is chosen; the party the booking has is shown even where a new one could not be that. */
function viewOf(
  { context }: Route.LoaderArgs | Route.ActionArgs,
  { booking, bounds }: Awaited<ReturnType<typeof findChange>> & {},
  choice: Parameters<typeof readBookingForm>[3],
): Promise<BookingFormView> {
  const party = booking.number_of_guests
  const widened = {
    ...bounds,
    min_group_size: Math.min(bounds.min_group_size, party),
    max_group_size: bounds.max_group_size && Math.max(bounds.max_group_size, party),
  }
  return readBookingForm(
    context.get(database),
    context.get(log),
    widened,
    { ...choice, guests: choice.guests ?? String(party) },
    context.get(clock)(),
    booking.id,
  )
}

/** A refusal may mean that the booking changed elsewhere: the page then shows how it stands. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const stay = (message: string) =>
    data({ view: undefined, answers: {}, refusal: { message, fields: {} } }, { status: 503 })
  return answerFailure(
    serverAction,
    stay('No connection just now. What you chose is still here.'),
    stay(changeSentences.failed),
  )
}

export default function Change({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, bounds, may } = loaderData
  const { vineyard } = booking.experience
  const page = href('/booking-confirmation/:id', { id: booking.id })
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
