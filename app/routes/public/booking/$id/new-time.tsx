import { data, Form, Link, redirect, useNavigation } from 'react-router'

import { guestCancellation } from '../../../../bookings/booking.ts'
import { cancellationRule } from '../../../../bookings/booking-terms.ts'
import { guestPagesOf, useGuestPages } from '../../../../bookings/new-bookings/guest-pages.tsx'
import { backToBooking, readByLink } from '../../../../bookings/new-bookings/guest-pages.server.ts'
import { cancelSentences } from '../../../../bookings/cancel-sentences.ts'
import { answerFailure, revalidateAfterConflict } from '../../../../bookings/new-bookings/offline.tsx'
import { isCalledOff } from '../../../../bookings/sessions/call-off.ts'
import { CancelInstead, cancelStep } from '../../../../bookings/sessions/components/called-off.tsx'
import { keepMovedTime } from '../../../../bookings/sessions/session-move.server.ts'
import { attempt } from '../../../../platform/attempt.server.ts'
import { clock, database, log, rateLimited } from '../../../../platform/context.ts'
import { clockOf, dayOf, formatDay, formatTime } from '../../../../platform/days.ts'
import { readForm } from '../../../../platform/text/form.server.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { headOf } from '../../../../ui/page/head.ts'
import { Notice } from '../../../../ui/page/notice.tsx'
import '../../../../bookings/components/bookings.css'
import type { Route } from './+types/new-time.ts'

export const meta = headOf(({ booking }: Route.ComponentProps['loaderData']) => ({
  title: `New time: ${booking.experience.title}`,
  description: 'The vineyard has moved your visit. Keep the new time, choose another or cancel.',
  robots: 'noindex, nofollow',
}))

export async function loader(args: Route.LoaderArgs) {
  const booking = await readMoved(args)
  const now = args.context.get(clock)()
  const { starts_at, moved_from } = booking
  return {
    booking,
    may: guestCancellation(booking, 0, now),
    was: moved_from && `${formatDay(dayOf(moved_from))}, ${formatTime(clockOf(moved_from).slice(11))}`,
    rule: cancellationRule(0, starts_at ?? undefined, now),
  }
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args
  const { id } = await readMoved(args)
  const intent = (await readForm(request)).get('intent')
  const limited = context.get(rateLimited)
  if (limited) return data({ problem: limited.sentence }, { status: 429 })
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const page = guestPagesOf({}).emailedBooking(id)
  const failed = () => data({ problem: cancelSentences.failed }, { status: 503 })
  if (intent === 'keep') {
    const kept = await attempt(logger, 'A new time could not be kept', () => keepMovedTime(sql, id, now))
    return kept.ok ? redirect(`${page}?kept=yes`) : failed()
  }
  // A page of an earlier release sends this form.
  if (intent === 'cancel') throw redirect(`${page}${cancelStep}`)
  return data({ problem: sentences.unclear }, { status: 422 })
}

const sentences = {
  unclear: 'Nothing was changed. Please press one of the buttons.',
}

/** Returns the booking of the link if its session was moved. Otherwise throws 404 or a redirect to the booking's page. */
async function readMoved(args: Route.LoaderArgs | Route.ActionArgs) {
  const pages = guestPagesOf({})
  const booking = await readByLink(args, backToBooking)
  const { id } = booking
  if (isCalledOff(booking)) throw redirect(pages.calledOff(id))
  if (booking.moved_from === null || guestCancellation(booking, 0, new Date(0)) === 'final')
    throw redirect(pages.emailedBooking(id))
  return booking
}

export const shouldRevalidate = revalidateAfterConflict

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerFailure(serverAction, (problem) => ({ problem }), cancelSentences.failed)

export default function NewTime({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, may, was, rule } = loaderData
  const { vineyard } = booking.experience
  const pages = useGuestPages()
  const page = pages.emailedBooking(booking.id)
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="wrap page-end">
      <Breadcrumb trail={[{ to: page, label: 'Your booking' }]} here="New time" />
      <div className="book-head">
        <h1>Your visit has moved</h1>
        <p className="lede">
          {booking.experience.title} at {vineyard.name}
        </p>
      </div>
      {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
      <section className="panel" aria-labelledby="new-time">
        <h2 id="new-time" className="as-h3">
          {formatDay(booking.booking_date)}, {booking.booking_time}
        </h2>
        <p>
          {vineyard.name} has moved the whole session. {was && `Before, it was ${was}. `}
          You need not do anything: your places are kept. {rule}
        </p>
        {may === 'open' && (
          <Form method="post" className="row">
            <Button variant="primary" name="intent" value="keep" disabled={busy}>
              Keep the New Time
            </Button>
            <ButtonLink icon="calendar" to={pages.change(booking.id)}>
              Choose Another Time
            </ButtonLink>
          </Form>
        )}
      </section>
      {may === 'open' ? (
        <CancelInstead
          page={page}
          heading="No time suits you?"
          sentence="Cancelling is free of charge until the visit starts. It cannot be undone."
        />
      ) : (
        <p className="row space-above">
          <Link to={page}>Back to your booking</Link>
        </p>
      )}
    </div>
  )
}
