import { data, redirect } from 'react-router'

import { parseSlotValue } from '../../../../availability/slot.ts'
import { guestCancellation, secondsUntilFinal } from '../../../../bookings/booking.ts'
import { bookingSentences } from '../../../../bookings/booking-sentences.ts'
import { cancelSentences } from '../../../../bookings/cancel-sentences.ts'
import { totalSentence } from '../../../../bookings/payments/paid-sentence.ts'
import { findDue } from '../../../../bookings/payments/payment.server.ts'
import { refundSentence } from '../../../../bookings/changes/cancellation-reason.ts'
import { guestPagesOf, useGuestPages } from '../../../../bookings/new-bookings/guest-pages.tsx'
import { choiceSentences, isCalledOff } from '../../../../bookings/sessions/call-off.ts'
import {
  findHeldTime,
  holdChosenTime,
  listTimesToChoose,
  moveToChosenTime,
  releaseChosenTime,
} from '../../../../bookings/sessions/call-off.server.ts'
import {
  CancelInstead,
  cancelStep,
  HeldTimeNotice,
  Times,
} from '../../../../bookings/sessions/components/called-off.tsx'
import {
  BeingCalledOff,
  CalledOffNotice,
} from '../../../../bookings/sessions/components/called-off-notice.tsx'
import { backToBooking, readByLink } from '../../../../bookings/new-bookings/guest-pages.server.ts'
import { answerFailure, revalidateAfterConflict } from '../../../../bookings/new-bookings/offline.tsx'
import { attempt } from '../../../../platform/attempt.server.ts'
import { clock, database, log, rateLimited } from '../../../../platform/context.ts'
import { dayOf, formatDay, isDay } from '../../../../platform/days.ts'
import { readForm } from '../../../../platform/text/form.server.ts'
import { addPounds } from '../../../../platform/money.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { headOf } from '../../../../ui/page/head.ts'
import type { KeptPage } from '../../../../ui/page/missing-answer.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import '../../../../bookings/components/bookings.css'
import type { Route } from './+types/called-off.ts'

export const meta = headOf(({ booking }: Route.ComponentProps['loaderData']) => ({
  title: `Choose another time: ${booking.experience.title}`,
  description: 'The session was called off. Choose another time or cancel.',
  robots: 'noindex, nofollow',
}))

export async function loader(args: Route.LoaderArgs) {
  const booking = await readCalledOff(args)
  const { context, params, request } = args
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const today = dayOf(now)
  const seconds = secondsUntilFinal(booking.call_off_final_at, now)
  const may = seconds === null ? guestCancellation(booking, 0, now) : ('early' as const)
  // When the parameter is repeated, uses its first value.
  const from = new URL(request.url).searchParams.get('from') ?? ''
  // The times start on the day of the visit, because guests have kept that day free.
  const usual = booking.booking_date > today ? booking.booking_date : today
  const day = isDay(from) && from >= today ? from : usual
  const hasEarlier = async () =>
    day > today &&
    (await listTimesToChoose(sql, params.id, today, now)).slots.some(({ slot_date }) => slot_date < day)
  const [times, held, refund] = await Promise.all([
    attempt(logger, 'Times to choose could not be read', async () =>
      may === 'open'
        ? { ...(await listTimesToChoose(sql, params.id, day, now)), hasEarlier: await hasEarlier() }
        : { slots: [], later: undefined, hasEarlier: false },
    ),
    attempt(logger, 'A held time could not be read', async () =>
      may === 'open' ? findHeldTime(sql, params.id, now) : undefined,
    ),
    attempt(logger, 'A refund could not be read', () => findDue(sql, params.id)),
  ])
  const { paid, discounts } = refund.ok ? refund.value : { paid: 0, discounts: 0 }
  const { total_price: price, currency } = booking
  // Nothing is due while the session is called off, so this is what will be due after the move.
  const due = addPounds([price, -discounts, -paid])
  return {
    booking,
    total: `${totalSentence(price, { paid, due }, currency)}.`,
    may,
    seconds: seconds ?? 0,
    today,
    isLater: day > today,
    times: times.ok ? times.value : null,
    held: held.ok ? held.value : undefined,
    refund: refund.ok ? refundSentence(booking.experience.vineyard.name, refund.value) : '',
  }
}

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args
  const booking = await readByLink(args, backToBooking)
  const form = await readForm(request)
  const limited = context.get(rateLimited)
  if (limited) return data({ problem: limited.sentence }, { status: 429 })
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const pages = guestPagesOf(params)
  const page = pages.emailedBooking(params.id)

  const intent = form.get('intent')
  // A page of an earlier release sends this form.
  if (intent === 'cancel') throw redirect(`${page}${cancelStep}`)
  if (!isCalledOff(booking)) {
    if (intent !== 'hold' && intent !== 'move') throw redirect(page)
    // Staff have opened the session again meanwhile, or the guest has moved the booking in another window.
    await attempt(logger, 'A held time could not be released', () => releaseChosenTime(sql, params.id, now))
    throw redirect(`${page}?takes_place=yes`)
  }
  // While Undo is offered to staff, guests cannot choose another time.
  if (secondsUntilFinal(booking.call_off_final_at, now) !== null)
    return data({ problem: choiceSentences.early }, { status: 409 })
  const slot = parseSlotValue(String(form.get('slot') ?? ''))
  if (!slot || (intent !== 'hold' && intent !== 'move'))
    return data({ problem: choiceSentences.unclear }, { status: 422 })
  const choose = intent === 'move' ? moveToChosenTime : holdChosenTime
  const chosen = await attempt(logger, 'Another time could not be chosen', () =>
    choose(sql, params.id, slot, now),
  )
  if (!chosen.ok) return data({ problem: choiceSentences.failed }, { status: 503 })
  if (chosen.value.ok) return redirect(intent === 'move' ? `${page}?changed=yes` : pages.calledOff(params.id))
  switch (chosen.value.problem.kind) {
    case 'absent':
      throw notFound()
    case 'late':
      return data({ problem: choiceSentences.late }, { status: 409 })
    case 'full':
      return data({ problem: choiceSentences.full }, { status: 409 })
    case 'past':
    case 'gone':
      return data({ problem: choiceSentences.gone }, { status: 409 })
    // The booking was moved or cancelled meanwhile, perhaps in another window.
    case 'final':
    case 'erased':
    case 'changed':
    case 'unchanged':
    case 'group_size':
      return redirect(page)
  }
}

const notFound = () => data({ message: bookingSentences.not_found }, { status: 404 })

/** Returns the booking of the link if it is called off. Otherwise throws 404 or a redirect to the booking's page. */
async function readCalledOff(args: Route.LoaderArgs) {
  const booking = await readByLink(args, backToBooking)
  if (!isCalledOff(booking)) throw redirect(guestPagesOf(args.params).emailedBooking(args.params.id))
  return booking
}

export const shouldRevalidate = revalidateAfterConflict

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerFailure(serverAction, (problem) => ({ problem }), choiceSentences.failed)

export const handle: KeptPage<Route.ComponentProps['loaderData']> = {
  missing: ({ times }) => (times === null ? 'failed' : null),
}

const headings = {
  open: 'Choose another time',
  early: 'This session is being called off',
  late: 'This session was called off',
  final: 'This session was called off',
}

export default function CalledOff({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, may, seconds, today, times, held, isLater, refund } = loaderData
  const { vineyard } = booking.experience
  const page = useGuestPages().emailedBooking(booking.id)
  return (
    <div className="wrap page-end">
      <Breadcrumb trail={[{ to: page, label: 'Your booking' }]} here="Choose another time" />
      <div className="book-head">
        <h1>{headings[may]}</h1>
        <p className="lede">
          {booking.experience.title} at {vineyard.name}
        </p>
      </div>
      {may === 'early' ? (
        <BeingCalledOff vineyard={vineyard.name} seconds={seconds} />
      ) : (
        <CalledOffNotice booking={booking} />
      )}
      {actionData?.problem && <Notice tone="bad">{actionData.problem}</Notice>}
      {may === 'open' ? (
        <>
          {held && <HeldTimeNotice booking={booking} held={held} total={loaderData.total} />}
          <Times booking={booking} today={today} times={times} held={held} isLater={isLater} />
          <CancelInstead
            page={page}
            heading="No other time suits you?"
            sentence={`Choose or cancel before ${formatDay(booking.booking_date)}, ${booking.booking_time}. After that we cancel the booking for you. ${refund}`}
          />
        </>
      ) : (
        <>
          {may !== 'early' && <p>{may === 'late' ? choiceSentences.late : cancelSentences.final}</p>}
          <p className="row space-above">
            <ButtonLink to={page}>Back to your booking</ButtonLink>
          </p>
        </>
      )}
    </div>
  )
}
