import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data, href, Link, redirect, useRouteLoaderData } from 'react-router'

import { formatDuration, formatGroup } from '../../../catalogue/experiences/experience.ts'
import { readForPage } from '../../../platform/attempt.server.ts'
import { clock, config, database, rateLimited, log, sentFields } from '../../../platform/context.ts'
import { retryAfter } from '../../../platform/http/problem.ts'
import { clockOf, formatTime } from '../../../platform/days.ts'
import { formPageHeaders, readFormToKeep } from '../../../platform/text/form.server.ts'
import { isId } from '../../../platform/ids.ts'
import { formatMoney } from '../../../platform/money.ts'
import { refused } from '../../../platform/result.ts'
import type { PageRefusal } from '../../../content/site/failure.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { pageHead } from '../../../ui/page/head.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import type { KeptPage } from '../../../ui/page/missing-answer.tsx'
import { Screen } from '../../../ui/lists/empty.tsx'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { bookFromForm, findOtherVisits } from '../../../bookings/new-bookings/book-from-form.server.ts'
import { bookingSentences } from '../../../bookings/booking-sentences.ts'
import { readAnswers, readIntent } from '../../../bookings/new-bookings/booking-request.ts'
import { bookingLimit, visitorRules } from '../../../bookings/new-bookings/create-booking.server.ts'
import { withoutTimes } from '../../../bookings/new-bookings/components/date-and-time.tsx'
import { NewBookingForm } from '../../../bookings/new-bookings/components/booking-form.tsx'
import {
  type BookingFormView,
  bookingSetup,
  findBookingSetup,
  readBookingForm,
  showChoice,
} from '../../../bookings/new-bookings/booking-form.server.ts'
import { rememberMade } from '../../../bookings/new-bookings/browser-storage.tsx'
import { guestPagesOf, useGuestPages } from '../../../bookings/new-bookings/guest-pages.tsx'
import { answerFailure, answerOffline } from '../../../bookings/new-bookings/offline.tsx'
import {
  experienceGone,
  requireBookable,
  frameRouteId,
  type FrameView,
} from '../../../partners/widget/frame.tsx'
import '../../../bookings/components/bookings.css'
import type { Route } from './+types/$id.ts'

// These parts load separately, because the form does not need them straight away.
const VisitFactList = lazyPart(() => import('../../../catalogue/experiences/components/visit-fact-list.tsx'))
const CheckEmail = lazyPart(() => import('../../../bookings/new-bookings/components/check-email.tsx'))

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData && !('offline' in loaderData)
    ? pageHead({
        title: `Book ${loaderData.experience.title} at ${loaderData.vineyard.name}`,
        description: `Choose a day, a time and the number of guests for ${loaderData.experience.title} at ${loaderData.vineyard.name}. You pay at the vineyard.`,
        path: `${href('/book-now/:id', { id: loaderData.vineyard.id })}?experience=${loaderData.experience.id}`,
        share: href('/vineyard/:id/share.jpg', { id: loaderData.vineyard.id }),
        robots: 'noindex',
        matches,
      })
    : []

export const headers: Route.HeadersFunction = formPageHeaders

type Args = Route.LoaderArgs | Route.ActionArgs

/** Returns the vineyard's id. The parameter is `vineyard` in the booking frame (`/embed/:vineyard`), and `id` elsewhere. */
const vineyardIn = (params: Route.LoaderArgs['params']) => params.vineyard ?? params.id ?? ''

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const setup = context.get(bookingSetup) ?? (await readSetup(args))
  // When a parameter is repeated, uses its first value.
  const { searchParams } = new URL(request.url)
  const { date, month, guests, time } = Object.fromEntries([...searchParams].toReversed())
  const view = await readBookingForm(
    context.get(database),
    context.get(log),
    setup.experience,
    { date, month, guests, time },
    context.get(clock)(),
  )
  return { ...setup, view, key: randomUUID() }
}

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const form = await readFormToKeep(request, context)
  const pages = guestPagesOf(params)
  const answers = readAnswers(form)
  const setup = await findSetup(args, bookingSentences.failed)
  if (!setup) {
    const gone = await offSale(args)
    if (!gone.to) throw data(gone, { status: 404 })
    const message = `${gone.message} Nothing was booked. What you typed is still here.`
    const refusal = { message, fields: {}, alternatives: [], other_visits: gone }
    // The form stays, because the page in the browser still has the experience and its times.
    return data(
      { experience: undefined, view: undefined, answers, refusal, fresh_key: undefined },
      { status: 404 },
    )
  }
  context.set(bookingSetup, setup)
  const { experience } = setup
  const intent = readIntent(form)
  const readView = (choice: { date?: string; month?: string }) =>
    readBookingForm(sql, logger, experience, { ...choice, guests: answers.guests }, now)

  if (intent.kind === 'show') {
    const shown = showChoice(await readView(intent), intent, answers, experience)
    return { experience, ...shown, fresh_key: undefined }
  }
  const limited = context.get(rateLimited)
  const booked = limited
    ? refused({
        status: 429,
        message: limited.sentence,
        fields: {},
        first_booking: undefined,
        wait_seconds: undefined,
      })
    : await bookFromForm(sql, logger, setup, form, now, {
        ...(pages.channel && { channel: pages.channel }),
        visitors: visitorRules(context.get(config)),
        limit: context.get(bookingLimit),
      })
  if (booked.ok) {
    const { id, held_until } = booked.value
    if (held_until === null) return redirect(pages.booking(id))
    const view = await readView({ date: answers.date ?? '' })
    const held = {
      until: formatTime(clockOf(held_until).slice(11)),
      email: answers.guest_email?.trim() ?? '',
    }
    return data({ experience, view, answers, refusal: null, fresh_key: undefined, held }, { status: 202 })
  }

  const view = await readView({ date: answers.date ?? '' })
  const { status, wait_seconds = status === 503 ? 2 : undefined, ...refusal } = booked.problem
  const isSpent = refusal.first_booking !== undefined || !isId(answers.idempotency_key)
  return data(
    { experience, view, answers, refusal, fresh_key: isSpent ? randomUUID() : undefined },
    { status, headers: retryAfter(wait_seconds) },
  )
}

/** Returns what the form needs, or undefined if the vineyard does not sell the experience. */
async function findSetup({ context, params, request }: Args, message: string) {
  const vineyard = vineyardIn(params)
  const pages = guestPagesOf(params)
  const experienceId = new URL(request.url).searchParams.get('experience')
  if (!experienceId) throw data({ message: bookingSentences.experience_missing }, { status: 400 })
  const setup = await readForPage(
    context.get(log),
    'Booking information could not be read',
    () => findBookingSetup(context.get(database), vineyard, experienceId),
    {
      message,
      to: `${pages.book(vineyard)}?experience=${experienceId}`,
      typed: context.get(sentFields),
    },
  )
  if (setup && pages.isFramed) requireBookable(setup.vineyard, true)
  return setup
}

async function readSetup(args: Args) {
  const setup = await findSetup(args, bookingSentences.load_failed)
  if (setup) return setup
  throw guestPagesOf(args.params).isFramed
    ? experienceGone(vineyardIn(args.params))
    : data(await offSale(args), { status: 404 })
}

/** Returns the message that the visit is off sale, with a link to the vineyard's other visits, or that loading failed. */
async function offSale({ context, params, request }: Args): Promise<PageRefusal> {
  const experienceId = new URL(request.url).searchParams.get('experience') ?? ''
  const others = await readForPage(
    context.get(log),
    'The other visits of a vineyard could not be read',
    () => findOtherVisits(context.get(database), guestPagesOf(params), vineyardIn(params), experienceId),
    { message: bookingSentences.load_failed },
  )
  return others
    ? { message: 'This visit is no longer on sale.', ...others }
    : { message: bookingSentences.load_failed }
}

export const handle: KeptPage<Route.ComponentProps['loaderData']> = {
  missing: (loaded) => ('offline' in loaded ? 'offline' : null),
  marked: (last, request) => ('offline' in last ? last : { ...last, view: withoutTimes(last.view, request) }),
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  answerOffline(serverLoader, { offline: true as const })

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const unchanged = { experience: undefined, view: undefined, answers: {}, fresh_key: undefined }
  return answerFailure(
    () => rememberMade(serverAction),
    (message) => ({ ...unchanged, refusal: { message, fields: {} } }),
    bookingSentences.failed,
    'No connection just now. What you typed is still here.',
  )
}

function NoConnection() {
  return (
    <Screen
      title="No connection just now."
      actions={
        <Button type="button" variant="primary" onClick={() => location.reload()}>
          Try Again
        </Button>
      }
    >
      The form opens as soon as you are back online.
    </Screen>
  )
}

export default function BookNow({ loaderData, actionData }: Route.ComponentProps) {
  const [last, setLast] = useState(loaderData)
  if (loaderData !== last && !('offline' in loaderData)) setLast(loaderData)
  if ('offline' in last) return <NoConnection />
  const { vineyard, key } = last
  const { isFramed } = useGuestPages()
  const mayChoose = useRouteLoaderData<FrameView>(frameRouteId)?.may_choose
  const experience = actionData?.experience ?? last.experience
  const view: BookingFormView = actionData?.view ?? last.view
  const held = actionData && 'held' in actionData ? actionData.held : undefined
  if (held) return <CheckEmail {...held} experience={experience} vineyard={vineyard} />
  return (
    <div className="wrap page-end">
      {isFramed ? (
        mayChoose && (
          <p>
            <Link to={href('/embed/:vineyard', { vineyard: vineyard.id })}>Other experiences</Link>
          </p>
        )
      ) : (
        <Breadcrumb
          trail={[
            { to: href('/explore'), label: 'Vineyards' },
            { to: href('/vineyard/:id', { id: vineyard.id }), label: vineyard.name },
          ]}
          here="Book"
        />
      )}
      <div className="book-head">
        <h1>{experience.title}</h1>
        <p className="meta">
          <span>
            <Icon name="pin" />
            {[vineyard.name, vineyard.city].filter(Boolean).join(', ')}
          </span>
          {experience.duration_minutes !== null && (
            <span>
              <Icon name="clock" />
              {formatDuration(experience.duration_minutes)}
            </span>
          )}
          <span>
            <Icon name="people" />
            {formatGroup(experience)} guests
          </span>
          <span>
            <strong className="num">{formatMoney(experience.price_per_person, experience.currency)}</strong> a
            person
          </span>
          {vineyard.is_demo && (
            <Badge tone="note" icon="info">
              Demonstration estate
            </Badge>
          )}
        </p>
      </div>
      <NewBookingForm
        key={experience.id}
        vineyard={vineyard}
        experience={experience}
        view={view}
        answer={actionData}
        firstKey={key}
      />
      <VisitFactList heading="Good to know before you come" facts={experience} />
    </div>
  )
}
