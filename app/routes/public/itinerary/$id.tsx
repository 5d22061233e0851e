import { randomUUID } from 'node:crypto'
import { data, href, redirect } from 'react-router'

import { revalidateAfterConflict } from '../../../bookings/new-bookings/offline.tsx'
import { backdropOf } from '../../../explore/map/map-backdrop.tsx'
import { makeToken } from '../../../people/sign-in/session.server.ts'
import { attempt, readOr } from '../../../platform/attempt.server.ts'
import { clock, config, database, rateLimited, log } from '../../../platform/context.ts'
import { addDays, dayOf, formatDay } from '../../../platform/days.ts'
import { readForm } from '../../../platform/text/form.server.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { addressesOn, pageHead, siteOf, structuredPage, structuredTrail } from '../../../ui/page/head.ts'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { CopyForm, MakerNotice } from '../../../explore/itineraries/components/itinerary-panels.tsx'
import { readCopyResult } from '../../../explore/itineraries/copy.server.ts'
import { drawAreaMap } from '../../../explore/locator/area-map.server.ts'
import { bookDay, copyDay, swapStop } from '../../../explore/itineraries/visits/day-actions.server.ts'
import { readBookableDay } from '../../../explore/itineraries/visits/bookable-day.server.ts'
import { lunchBreakOf } from '../../../explore/itineraries/plan-day.ts'
import { offerSwap, swappableStops } from '../../../explore/itineraries/visits/swap.server.ts'
import { measureRoads } from '../../../catalogue/stations/roads.server.ts'
import { BookDay } from '../../../explore/itineraries/visits/book-day.tsx'
import { BookPlan } from '../../../explore/itineraries/visits/book-plan.tsx'
import { DayRoute } from '../../../explore/itineraries/components/day-route.tsx'
import {
  DayActions,
  DayFacts,
  DayPictures,
  DayTotal,
} from '../../../explore/itineraries/components/itinerary-head.tsx'
import { SwappedNotice, SwapVisit } from '../../../explore/itineraries/visits/swap-visit.tsx'
import { shareItinerary, stopSharingItinerary } from '../../../explore/itineraries/itinerary.server.ts'
import { MapOfDays } from '../../../explore/itineraries/components/map-of-days.tsx'
import {
  itineraryKeyOf,
  openAsMaker,
  openItinerary,
  refuse,
  timeDays,
  withKey,
  readOpenings,
} from '../../../explore/itineraries/open-itinerary.server.ts'
import {
  sendDay,
  useKeptAnswer,
  useStoredItinerary,
} from '../../../explore/itineraries/components/stored-itinerary.tsx'
import { readShareEnd } from '../../../explore/itineraries/edit-form.ts'
import { bookedStops, costOfDay, positionOf } from '../../../explore/itineraries/itinerary.ts'
import { travelSentences } from '../../../explore/itineraries/travel.ts'
import { friendIntents, makerIntents } from '../../../explore/itineraries/friends/friends.ts'
import { FriendsPart } from '../../../explore/itineraries/friends/components/friends-part.tsx'
import { SharePublished, Sharing } from '../../../explore/itineraries/friends/components/sharing.tsx'
import { readFriends, respondToFriends } from '../../../explore/itineraries/friends/friends-actions.server.ts'
import { StopView } from '../../../explore/itineraries/components/stop-view.tsx'
import type { Route } from './+types/$id.ts'
import { structuredItinerary } from '../../../explore/itineraries/structured-itinerary.ts'
import '../../../explore/itineraries/components/itineraries.css'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { itinerary, by, share, days, today } = loaderData
  const { id, title, summary, is_curated } = itinerary
  const isIndexed = is_curated && by !== 'maker'
  const head = pageHead({
    title,
    description: summary ?? `${title}: a plan of visits to vineyards.`,
    ...(is_curated ? { path: href('/itinerary/:id', { id }) } : {}),
    // The maker's URL contains the edit key, which must not leak into the URL of a picture.
    share:
      by === 'maker'
        ? href('/share/:file', { file: 'itineraries.jpg' })
        : href('/itinerary/:id/share.jpg', { id }) + (is_curated || !share ? '' : `?share=${share}`),
    robots: isIndexed ? undefined : 'noindex, nofollow',
    matches,
  })
  if (!isIndexed) return head
  const at = addressesOn(siteOf(matches))
  const trip = structuredItinerary(itinerary, days, today, (vineyard) =>
    at(href('/vineyard/:id', { id: vineyard })),
  )
  return [...head, { 'script:ld+json': structuredPage([...trip, structuredTrail(trail(), title, at)]) }]
}

const trail = () => [{ to: href('/itineraries'), label: 'Itineraries' }]

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const now = context.get(clock)()
  const { by, share_id, share_until, ...itinerary } = await openItinerary(args)
  const [sql, logger] = [context.get(database), context.get(log)]
  const params = new URL(request.url).searchParams
  const measure = measureRoads(logger, context.get(config).routing_url)
  const isBookable = itinerary.is_curated && by === 'reader'
  const [days, openings, swap, bookable, friends] = await Promise.all([
    timeDays(context, itinerary),
    readOr(context, 'The available times of an itinerary could not be read', new Map<string, never>(), () =>
      readOpenings(sql, itinerary, now),
    ),
    readOr(context, 'The alternatives to a stop could not be read', null, async () =>
      by === 'maker' ? offerSwap(sql, measure, itinerary, params.get('swap') ?? '', now) : null,
    ),
    isBookable ? readBookableDay(sql, logger, measure, itinerary, params, now) : null,
    readFriends(args, { ...itinerary, by }),
  ])
  const loaded = {
    itinerary,
    lunches: days.map(({ points }) => lunchBreakOf(points)),
    drawn: drawAreaMap(
      days.flatMap(({ points }) => points.flatMap(({ stop }) => positionOf(stop) ?? [])),
      12,
    ),
    swap,
    swappable: by === 'maker' ? swappableStops(itinerary, now) : [],
    bookable,
    by,
    share_id,
    share_until,
    days,
    friends,
    openings,
    key: by === 'maker' ? (itineraryKeyOf(request, 'key')?.key ?? null) : null,
    share: params.get('share'),
    copied: readCopyResult(params),
    are_held: params.has('held'),
    copy: { id: randomUUID() as string, key: makeToken() },
    today: dayOf(now),
    site: context.get(config).site_url,
    backdrop: backdropOf(context.get(config)),
  }
  return Object.keys(bookable?.problems ?? {}).length > 0 ? data(loaded, { status: 422 }) : loaded
}

/** Reloads places and stops after a conflict. */
export const shouldRevalidate = revalidateAfterConflict

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args
  const form = await readForm(request)
  const intent = form.get('intent')
  const answered = await respondToFriends(args, form)
  if (answered) return answered
  const limited = context.get(rateLimited)
  if (limited) return refuse(form, 429, limited.sentence)
  if (intent === 'copy') return copyDay(args, form)
  if (intent === 'book') return bookDay(args, form)
  if (intent === 'swap' || intent === 'swap_back') return swapStop(args, form)
  const { key } = await openAsMaker(args)
  if (intent !== 'share' && intent !== 'withdraw')
    throw data({ message: 'This page cannot do that.' }, { status: 400 })
  const until = readShareEnd(form, dayOf(context.get(clock)()))
  if (intent === 'share' && !until.ok) return refuse(form, 422, null, { share_until: until.problem })
  const sql = context.get(database)
  const changed = await attempt(context.get(log), 'An itinerary could not be shared', () =>
    intent === 'share' && until.ok
      ? shareItinerary(sql, params.id, until.value)
      : stopSharingItinerary(sql, params.id),
  )
  if (changed.ok) return redirect(withKey(href('/itinerary/:id', { id: params.id }), request, key))
  return refuse(form, 503, 'Something went wrong. Please try again.')
}

export const clientAction = (args: Route.ClientActionArgs) => sendDay(args)
const SaveDayTickets = lazyPart(() => import('../../../explore/itineraries/components/save-day-tickets.tsx'))

export default function ItineraryPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { refusal = null, swapped = null } = useKeptAnswer(answer) ?? {}
  const isOf = (intents: string[]) => refusal !== null && intents.includes(refusal.intent)
  const [isOfBooking, isOfFriends] = [isOf(['book']), isOf([...friendIntents, ...makerIntents])]
  const { itinerary, by, share_id, share, days, friends, openings, key, copied, today } = loaderData
  const { lunches, drawn, swap, swappable, bookable, backdrop } = loaderData
  const { id, title, summary, visit_date, party, stops, version } = itinerary
  const bookings = stops.flatMap(({ booking }) => booking ?? [])
  const booked = bookedStops(stops)
  const { isStored, suffix } = useStoredItinerary(itinerary, key)
  const shown = suffix || (share !== null && key === null ? `?share=${share}` : '')
  const cost = costOfDay(stops, party)
  const path = href('/itinerary/:id', { id }) + suffix
  const address = loaderData.site + href('/itinerary/:id', { id })
  return (
    <div className="wrap page">
      <Breadcrumb trail={trail()} here={title} />
      <div className="page-head">
        <h1>{title}</h1>
        {summary && <p className="lede">{summary}</p>}
        <DayFacts itinerary={itinerary} days={days} cost={cost} />
        <DayActions
          {...{ id, suffix, shown, isStored }}
          isBookable={bookable !== null}
          isOwn={key !== null}
          isDated={visit_date !== null && days.length > 0}
        />
      </div>
      <DayPictures stops={stops} />
      {by === 'maker' && <MakerNotice {...{ booked, copied, isStored }} areHeld={loaderData.are_held} />}
      {refusal?.sentence && !isOfBooking && !isOfFriends && <Notice tone="bad">{refusal.sentence}</Notice>}
      <div className={drawn ? 'two day-plan' : 'day-plan'}>
        {drawn && (
          <div className="day-beside no-print">
            <MapOfDays days={days} drawn={drawn} backdrop={backdrop} />
          </div>
        )}
        <div>
          {friends && (
            <FriendsPart
              {...{ friends, itinerary, by }}
              isShared={share_id !== null}
              refusal={isOfFriends ? refusal : null}
            />
          )}
          {days.map(({ day, points, ends }, n) => {
            const date = visit_date && addDays(visit_date, day)
            return (
              <section key={day} className="plan-day">
                <h2 className={days.length === 1 && !visit_date ? 'sr' : undefined}>
                  {date ? formatDay(date) : `Day ${day + 1}`}
                </h2>
                <DayRoute
                  label={`Stops of day ${day + 1}`}
                  ends={ends}
                  lunch={lunches[n]}
                  points={points.map(({ stop, passing, leg }) => ({
                    key: stop.id,
                    passing,
                    leg,
                    children: (
                      <StopView
                        stop={stop}
                        date={date}
                        party={party}
                        opening={openings.get(stop.id)}
                        byCar={itinerary.travel === 'drive'}
                        booking={key !== null ? 'below' : itinerary.is_curated ? 'page' : 'by_maker'}
                        isOver={date !== null && date < today}
                      >
                        {swapped?.stop === stop.id && (
                          <SwappedNotice key={version} done={swapped} version={version} path={path} />
                        )}
                        {swappable.includes(stop.id) && (
                          <SwapVisit stop={stop} offer={swap} version={version} path={path} />
                        )}
                      </StopView>
                    ),
                  }))}
                />
              </section>
            )
          })}
          {days.length === 0 && <p>No stops yet.</p>}
          {days.some(({ points, ends }) => points.length > 1 || ends) && (
            <p className="soft small measure">{travelSentences[itinerary.travel]}</p>
          )}
          <DayTotal cost={cost} />
          {bookings.length > 0 && <SaveDayTickets {...{ itinerary, today }} />}
          {bookable && (
            <BookDay
              {...{ itinerary, bookable, today }}
              copy={loaderData.copy}
              refusal={isOfBooking ? refusal : null}
            />
          )}
          {key !== null && (
            <BookPlan
              key={stops
                .filter(({ booked }) => booked)
                .map(({ id }) => id)
                .join()}
              {...{ itinerary, openings, path }}
              needs={friends?.answers ?? []}
              editKey={key}
              refusal={isOfBooking ? refusal : null}
            />
          )}
        </div>
      </div>
      <aside className="edit-side no-print" aria-label="Sharing">
        {by === 'maker' ? (
          <Sharing
            {...{ id, title, version }}
            hasOtherPlan={friends?.other != null}
            until={loaderData.share_until}
            today={today}
            refusal={refusal}
            share={share_id && `${address}?share=${share_id}`}
          />
        ) : (
          <>
            <CopyForm itinerary={itinerary} today={today} copy={loaderData.copy} />
            {itinerary.is_curated && <SharePublished title={title} url={address} />}
          </>
        )}
      </aside>
    </div>
  )
}
