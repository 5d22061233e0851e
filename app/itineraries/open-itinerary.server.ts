import { data, href, type RouterContextProvider } from 'react-router'

import { hashToken, isToken } from '../accounts/token.server.ts'
import { attempt } from '../platform/attempt.server.ts'
import { clock, config, database, log } from '../platform/context.ts'
import { formatDay } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'
import { minutesOf } from './clock.ts'
import { itineraryKeyHeader } from './itinerary-key.ts'
import { daysOf, type Itinerary, positionOf, type Stop, timed } from './itinerary.ts'
import { findItinerary, findShareEnd, type OpenedItinerary } from './itinerary.server.ts'
import { createRouting } from './routing.server.ts'
import type { Leg } from './travel.ts'
import { passThrough, type Passing } from './visiting-day.ts'

type ItineraryRequest = { context: Readonly<RouterContextProvider>; params: { id: string }; request: Request }

/** The key that a script sends as a header, or without scripts the address; null where it is none. */
export function editKeyOf(request: Request): { key: string; key_hash: Buffer } | null {
  const key = request.headers.get(itineraryKeyHeader) ?? new URL(request.url).searchParams.get('key')
  return isToken(key) ? { key, key_hash: hashToken(key) } : null
}

/** The same path for whoever sent this request: with the key in the address only where no script sends it. */
export function withKey(path: string, request: Request, key: string): string {
  return request.headers.has(itineraryKeyHeader) ? path : `${path}?key=${key}`
}

/** The itinerary an address names, as far as what it carries opens it. Throws the page's 404 and 503. */
export async function openItinerary({
  context,
  params,
  request,
}: ItineraryRequest): Promise<OpenedItinerary> {
  const { pathname, search, searchParams } = new URL(request.url)
  const share = searchParams.get('share')
  const shown = {
    key_hash: editKeyOf(request)?.key_hash ?? null,
    share_id: share !== null && isId(share) ? share : null,
  }
  const all = { to: href('/itineraries'), label: 'All itineraries' }
  const [sql, now] = [context.get(database), context.get(clock)()]
  const found = await attempt(context.get(log), 'An itinerary could not be read', async () => {
    if (!isId(params.id)) return {}
    const itinerary = await findItinerary(sql, params.id, shown, now)
    return itinerary ? { itinerary } : { ended: await findShareEnd(sql, params.id, shown, now) }
  })
  if (!found.ok) {
    // With what opens it: without its key or its link it would not be there.
    const again = { to: pathname + search, label: 'Try Again' }
    throw data({ message: 'The itinerary could not be loaded.', ...again }, { status: 503 })
  }
  const { itinerary, ended } = found.value
  if (itinerary) return itinerary
  const message = ended
    ? `This link ended after ${formatDay(ended)}. Whoever sent it to you can give you a new one.`
    : 'This itinerary can’t be opened here. Its link may have been switched off.'
  throw data({ message, ...all }, { status: 404 })
}

/** The same for whoever wants to change it: for everybody else it is not there. */
export async function openAsMaker(
  asked: ItineraryRequest,
): Promise<{ itinerary: OpenedItinerary; key: string; key_hash: Buffer }> {
  const key = editKeyOf(asked.request)
  const itinerary = await openItinerary(asked)
  if (itinerary.by !== 'maker' || !key)
    throw data(
      { message: 'This itinerary can only be changed with the link its maker has.' },
      { status: 404 },
    )
  return { itinerary, ...key }
}

/** The stops of each day with the way to them and the times that come of it. */
export type TimedDay = { day: number; points: { stop: Stop; passing: Passing; leg: Leg | null }[] }

export async function timeDays(
  context: ItineraryRequest['context'],
  { stops, begins_at }: Pick<Itinerary, 'stops' | 'begins_at'>,
): Promise<TimedDay[]> {
  const routing = createRouting(context.get(log), context.get(config).routing_url)
  return Promise.all(
    daysOf(stops).map(async ({ day, stops }) => {
      const legs = await routing(stops.map(positionOf))
      const passings = passThrough(stops.map(timed), legs, minutesOf(begins_at))
      const points = passings.map((passing, n) => ({
        stop: stops[n] as Stop,
        passing,
        leg: legs[n - 1]?.[n] ?? null,
      }))
      return { day, points }
    }),
  )
}
