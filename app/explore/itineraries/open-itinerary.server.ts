import { data, href, type RouterContextProvider } from 'react-router'

import { hashToken, isToken } from '../../people/sign-in/session.server.ts'
import { measureRoads } from '../../catalogue/stations/roads.server.ts'
import { readForPage } from '../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../platform/context.ts'
import { formatDay, addDays, dayOf, type Time } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import { itineraryKeyHeader } from './device-itineraries.ts'
import { type ItineraryRefusal, formRefusal } from './edit-form.ts'
import { daysOf, type Itinerary, positionOf, timeDay, type TimedDay } from './itinerary.ts'
import { findEndedLink, findItinerary, type OpenedItinerary } from './itinerary.server.ts'
import {
  isVisit,
  readStopSlots,
  type StopSlots,
  visitAt,
  type VisitStop,
} from './visits/bookable-day.server.ts'
import { endsOfDay, readDayLegs } from './travel.server.ts'
import { takesParty } from '../../catalogue/experiences/experience.ts'
import type { Queryable } from '../../platform/database/database.server.ts'

export type ItineraryRequest = {
  context: Readonly<RouterContextProvider>
  params: { id: string }
  request: Request
}

/**
 * Returns the edit key (`key`) or the key of a friend's answer (`answer`), read from the header, or from the address if
 * scripts are off.
 */
export function itineraryKeyOf(
  request: Request,
  name: 'key' | 'answer',
): { key: string; key_hash: Buffer; isInAddress: boolean } | null {
  const header = request.headers.get(itineraryKeyHeader)
  const key = header ?? new URL(request.url).searchParams.get(name)
  return isToken(key) ? { key, key_hash: hashToken(key), isInAddress: header === null } : null
}

/** Returns the path, with the key in its query unless the browser sends the key as a header. */
export function withKey(path: string, request: Request, key: string): string {
  return request.headers.has(itineraryKeyHeader) ? path : `${path}?key=${key}`
}

/**
 * Returns the path of a day after its form was sent. `booked` tells the page that a form without scripts booked the visits,
 * so that this browser also saves the tickets.
 */
export function pathAfterBooking(
  request: Request,
  form: FormData,
  { id, key, are_held }: { id: string; key: string; are_held?: boolean },
): string {
  // Browsers send 'document' with a form that they submit themselves, and 'empty' with a request of a script.
  const isPlainForm = request.headers.get('Sec-Fetch-Dest') === 'document'
  const isBooked = isPlainForm && form.get('intent') === 'book'
  const path = `${href('/itinerary/:id', { id })}?key=${key}`
  return path + (are_held ? '&held=yes' : '') + (isBooked ? '&booked=yes' : '')
}

/**
 * Returns the path on which a friend takes an answer back. The path has the share id, because browsers send the key of an
 * answer only to addresses that have a share id.
 */
export function ownAnswerPath(id: string, share: string | null, query: Record<string, string>): string {
  const params = new URLSearchParams({ ...(share !== null && isId(share) && { share }), ...query })
  return `${href('/itinerary/:id/answer', { id })}?${params}`
}

/** Responds to a form of an itinerary's page with the reason why the form was refused. */
export function refuse(
  form: FormData,
  status: number,
  sentence: string | null,
  fields: ItineraryRefusal['fields'] = {},
  headers: HeadersInit = {},
) {
  return data({ refusal: formRefusal(form, sentence, fields), swapped: null }, { status, headers })
}

/** Returns the itinerary with the parts that the request may see. Throws 404 and 503 responses. */
export async function openItinerary(args: ItineraryRequest): Promise<OpenedItinerary> {
  const { context, params, request } = args
  const { pathname, search, searchParams } = new URL(request.url)
  const share = searchParams.get('share')
  const access = {
    key_hash: itineraryKeyOf(request, 'key')?.key_hash ?? null,
    share_id: share !== null && isId(share) ? share : null,
  }
  const all = { to: href('/itineraries'), label: 'All itineraries' }
  const [sql, now] = [context.get(database), context.get(clock)()]
  const { itinerary, link } = await readForPage(
    context.get(log),
    'An itinerary could not be read',
    async () => {
      if (!isId(params.id)) return { itinerary: undefined, link: undefined }
      const itinerary = await findItinerary(sql, params.id, access, now)
      return { itinerary, link: itinerary ? undefined : await findEndedLink(sql, params.id, access, now) }
    },
    // The retry keeps the key or share id of the address.
    { message: 'The itinerary could not be loaded.', to: pathname + search },
  )
  if (itinerary) return itinerary
  const message = link?.ended
    ? `This link expired after ${formatDay(link.ended)}. Ask the person who sent it for a new one.`
    : 'This itinerary can’t be opened here. An itinerary opens in the browser that made it, or with ' +
      'its share link while that link is switched on.'
  if (share === null || !link?.has_answers) throw data({ message, ...all }, { status: 404 })
  const own = searchParams.get('answer')
  const key: Record<string, string> = isToken(own) ? { answer: own } : {}
  const answer = { to: ownAnswerPath(params.id, share, key), label: 'Take Back My Answer' }
  throw data({ message, ...answer }, { status: 404 })
}

/** Returns the itinerary so that the maker can change it. Throws 404 unless the request has its edit key. */
export async function openAsMaker(
  args: ItineraryRequest,
): Promise<{ itinerary: OpenedItinerary; key: string; key_hash: Buffer }> {
  const key = itineraryKeyOf(args.request, 'key')
  const itinerary = await openItinerary(args)
  if (itinerary.by !== 'maker' || !key)
    throw data({ message: 'You need the edit link of this itinerary to change it.' }, { status: 404 })
  return { itinerary, ...key }
}

export async function timeDays(
  context: ItineraryRequest['context'],
  itinerary: Pick<Itinerary, 'stops' | 'begins_at' | 'travel' | 'stay' | 'visit_date'>,
): Promise<TimedDay[]> {
  const { stops, begins_at, visit_date } = itinerary
  const measure = measureRoads(context.get(log), context.get(config).routing_url)
  return Promise.all(
    daysOf(stops).map(async (day) => {
      const positions = day.stops.map(positionOf)
      const { legs, ends } = await readDayLegs(context.get(database), measure, itinerary, positions)
      const timed = timeDay(day, legs, begins_at)
      const passings = timed.points.map(({ passing }) => passing)
      const date = visit_date && addDays(visit_date, day.day)
      return { ...timed, ends: endsOfDay(passings, ends, { date, at: positions[0] }) }
    }),
  )
}

/**
 * Whether an unbooked stop can be booked. `free`: the planned start has enough places. `held`: its places are held until the
 * guest uses the link in an email. `choose`: no start is planned. `full`: the start has too few places. `gone`: the start is no
 * longer offered. `party`: the experience does not take a party of this size. `starts` lists the starts with enough places.
 */
export type Opening =
  | ({ kind: 'free' } & ReturnType<typeof visitAt>)
  | { kind: 'party' }
  | { kind: 'held' }
  | { kind: 'choose' | 'full' | 'gone'; starts: Time[] }

function openingOf(stop: VisitStop, row: StopSlots, party: number, now: Date): Opening {
  const [planned, { slots }] = [stop.start_time, row]
  if (row.is_held) return { kind: 'held' }
  if (!takesParty(row, party)) return { kind: 'party' }
  const wanted = slots.find(({ start_time }) => start_time === planned)
  if (wanted && wanted.remaining >= party) return { kind: 'free', ...visitAt(stop, row, wanted, now) }
  const open = slots.filter(({ remaining }) => remaining >= party).map(({ start_time }) => start_time)
  if (planned === null) return { kind: 'choose', starts: open }
  return { kind: wanted ? 'full' : 'gone', starts: open }
}

/**
 * Returns whether each unbooked stop with an experience can be booked, by stop id. Leaves out past days; empty if no day is
 * set.
 */
export async function readOpenings(
  sql: Queryable,
  { visit_date, party, stops }: Pick<Itinerary, 'visit_date' | 'party' | 'stops'>,
  now: Date,
): Promise<Map<string, Opening>> {
  if (visit_date === null) return new Map()
  const upcoming = stops
    .filter(isVisit)
    .map((stop) => ({ ...stop, date: addDays(visit_date, stop.day) }))
    .filter(({ vineyard, booked, date }) => vineyard.is_visible && !booked && date >= dayOf(now))
  if (upcoming.length === 0) return new Map()
  const wanted = upcoming.map(({ id, experience, date }) => ({ id, experience_id: experience.id, day: date }))
  const rows = await readStopSlots(sql, wanted, 0, now)
  return new Map(
    upcoming.flatMap((stop) => {
      const row = rows.get(stop.id)
      return row ? [[stop.id, openingOf(stop, row, party, now)] as const] : []
    }),
  )
}
