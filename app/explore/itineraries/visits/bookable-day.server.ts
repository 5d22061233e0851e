import { type Slot, slotId } from '../../../availability/slot.ts'
import { cancellationRule } from '../../../bookings/booking-terms.ts'
import type { MeasureRoads } from '../../../catalogue/stations/station.server.ts'
import { formatGroup, type GroupSizes, takesParty } from '../../../catalogue/experiences/experience.ts'
import { attempt } from '../../../platform/attempt.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { Queryable } from '../../../platform/database/database.server.ts'
import { addDays, type Day, dayOf, isDay } from '../../../platform/days.ts'
import { ok, type Result, refused } from '../../../platform/result.ts'
import { type Legs, minutesOf } from '../day-times.ts'
import { draftOf } from '../edit-itinerary.server.ts'
import type { StopDraft } from '../editing.ts'
import { chooseStarts, type OpenStop } from './fit.ts'
import { daysOf, type Itinerary, nameOf, positionOf, type Stop, timed } from '../itinerary.ts'
import type { OfferedVisit } from '../plan-request.ts'
import { readDayLegs } from '../travel.server.ts'
import { withUnreachable } from '../travel.ts'

/** The number of days that are searched for a day with places at every visit. */
const daysAhead = 60

/** The reason why a visit cannot be booked on a day. For `party`, `group` has the party sizes that the experience takes. */
export type DayProblem = 'none' | 'full' | 'party' | 'unfit'

/** A visit of a curated day, with the time that can be booked; `visit` is null if there is none. */
export type DayVisit =
  | (NamedVisit & { visit: null; problem: DayProblem; group: string | null })
  | (NamedVisit & VisitTerms & { visit: OfferedVisit; problem: null })

type NamedVisit = { stop: string; day: number; vineyard: string; title: string }

/** A stop with an experience */
export type VisitStop = Stop & { [Part in 'vineyard' | 'experience']: NonNullable<Stop[Part]> }

export function isVisit(stop: Stop): stop is VisitStop {
  return stop.vineyard !== null && stop.experience !== null
}

function named(stop: VisitStop): NamedVisit {
  return { stop: stop.id, day: stop.day, vineyard: nameOf(stop), title: stop.experience.title }
}

/** Returns the visit that begins with a slot, and its terms. */
export function visitAt(stop: VisitStop, row: StopSlots, slot: StopSlots['slots'][number], now: Date) {
  const { price_per_person, is_instant, is_demo, cancellation_cutoff_minutes } = row
  const visit = {
    day: stop.day,
    vineyard_id: stop.vineyard.id,
    experience_id: stop.experience.id,
    slot: slotId(slot),
    start_time: slot.start_time,
    price_per_person,
  }
  const cancellation = cancellationRule(cancellation_cutoff_minutes, new Date(slot.starts_at), now)
  return { ...named(stop), visit, problem: null, is_instant, is_demo, cancellation }
}

/** The terms that a guest should know before booking a visit. `is_demo`: a demonstration estate, where nobody expects guests. */
export type VisitTerms = { is_instant: boolean; is_demo: boolean; cancellation: string }

/**
 * The visits on a day. `next` is the first later day with places at every visit, if one of the visits cannot be booked.
 */
type DayOffer = { date: Day; party: number; visits: DayVisit[]; next: Day | null }

type DayChoice = { date: Day | null; party: number }
type DayChoiceProblem = { date?: string; guests?: string }

/** Returns the day and party in the address, if any. A blank day means the next day with places at every visit. */
function readDayChoice(params: URLSearchParams, today: Day): Result<DayChoice, DayChoiceProblem> | null {
  const [date, guests] = [params.get('date'), params.get('guests')]
  if (date === null || guests === null) return null
  const problem: DayChoiceProblem = {}
  if (date !== '' && !isDay(date)) problem.date = 'That isn’t a valid date.'
  else if (date !== '' && date < today) problem.date = 'That day has passed. Please choose another.'
  const party = /^\d{1,3}$/.test(guests) ? Number(guests) : 0
  if (party < 1 || party > 100) problem.guests = 'Please enter the number of guests, from 1 to 100.'
  return Object.keys(problem).length > 0 ? refused(problem) : ok({ date: date || null, party })
}

/** The day and party that the address requests, and the visits to book. `offer` is null if no day was found. */
export type BookableDay = {
  typed: { date: string; guests: string }
  problems: DayChoiceProblem
  offer: DayOffer | null
  /** The visits that never take this party, such as 'Barn Tasting takes 4-10 guests' */
  unfit: string[]
  /** Whether a day was requested and the times could be read */
  isRead: boolean
  failed: boolean
}

/** Returns the visits of a curated itinerary that can be booked on the day in the address. Logs database errors. */
export async function readBookableDay(
  sql: Queryable,
  log: Log,
  measure: MeasureRoads,
  itinerary: Pick<Itinerary, 'stops' | 'begins_at' | 'travel'>,
  params: URLSearchParams,
  now: Date,
): Promise<BookableDay> {
  const today = dayOf(now)
  const typed = { date: params.get('date') ?? '', guests: params.get('guests') ?? '' }
  const unread = { typed, problems: {}, offer: null, unfit: [], isRead: false, failed: false }
  const choice = readDayChoice(params, today)
  if (choice === null) return unread
  if (!choice.ok) return { ...unread, problems: choice.problem }
  const offer = await attempt(log, 'The times of a curated day could not be read', () =>
    offerDay(sql, measure, itinerary, choice.value, today, now),
  )
  return offer.ok ? { ...unread, isRead: true, ...offer.value } : { ...unread, failed: true }
}

/** The experience of a stop, with its slots in a period. `id` is the id of the stop. */
export type StopSlots = GroupSizes &
  Omit<VisitTerms, 'cancellation'> & {
    id: string
    price_per_person: number
    cancellation_cutoff_minutes: number
    is_active: boolean
    /** Whether places are held for the stop until the guest uses the link in an email. */
    is_held: boolean
    slots: (Pick<Slot, 'pattern_id' | 'availability_id' | 'slot_date' | 'start_time' | 'remaining'> & {
      starts_at: string
    })[]
  }

/** Returns the experiences of stops by stop id, each with its slots from the stop's `day` until `ahead` days later. */
export async function readStopSlots(
  sql: Queryable,
  stops: { id: string; experience_id: string; day: Day }[],
  ahead: number,
  now: Date,
): Promise<Map<string, StopSlots>> {
  const rows = await sql<StopSlots[]>`
    select w.id, e.min_group_size, e.max_group_size, e.price_per_person, e.is_instant, e.is_active, v.is_demo,
      e.cancellation_cutoff_minutes, exists (
      select from holds h join guest_holds g on g.id = h.id
      where h.experience_id = w.experience_id and is_live(h, ${now}) and g.request ->> 'itinerary_stop_id' = w.id::text
    ) as is_held, coalesce((
      select jsonb_agg(to_jsonb(s) order by s.starts_at) from slots_of(e.id, w.day, w.day + ${ahead}::int, ${now}) s
    ), '[]') as slots
    from jsonb_to_recordset(${sql.json(stops)}) as w (id uuid, experience_id uuid, day date)
      join experiences e on e.id = w.experience_id join vineyards v on v.id = e.vineyard_id`
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the visits on the chosen day or, if none is chosen, on the next day with places at every visit. `offer` is null if
 * there is no such day.
 */
async function offerDay(
  sql: Queryable,
  measure: MeasureRoads,
  itinerary: Pick<Itinerary, 'stops' | 'begins_at' | 'travel'>,
  { date, party }: DayChoice,
  today: Day,
  now: Date,
): Promise<Pick<BookableDay, 'offer' | 'unfit'>> {
  const from = date ?? today
  const days = await Promise.all(
    daysOf(itinerary.stops.filter(({ vineyard }) => vineyard?.is_visible !== false)).map(async (day) => {
      const way = { travel: itinerary.travel, stay: null }
      const { legs } = await readDayLegs(sql, measure, way, day.stops.map(positionOf))
      return { ...day, legs: itinerary.travel === 'no_car' ? withUnreachable(legs) : legs }
    }),
  )
  const visits = days.flatMap(({ day, stops }) =>
    stops.flatMap(({ id, experience }) =>
      experience
        ? [{ id, experience_id: experience.id, title: experience.title, day: addDays(from, day) }]
        : [],
    ),
  )
  const known = await readStopSlots(sql, visits, daysAhead, now)
  const offered = new Map([...known].filter(([, { is_active }]) => is_active))
  const unfit = visits.flatMap(({ id, title }) => {
    const row = offered.get(id)
    return row && !takesParty(row, party) ? [`${title} takes ${formatGroup(row)} guests`] : []
  })
  const offerOn = (chosen: Day) =>
    days.flatMap((day) => offerStops(day, chosen, party, itinerary, offered, now))
  const isWhole = (chosen: Day) => offerOn(chosen).every(({ problem }) => problem === null)
  const later = Array.from({ length: daysAhead }, (_, n) => addDays(from, date ? n + 1 : n))
  if (date === null) {
    const next = visits.length > 0 ? later.find(isWhole) : undefined
    return { offer: next ? { date: next, party, visits: offerOn(next), next: null } : null, unfit }
  }
  const next = isWhole(date) ? null : (later.find(isWhole) ?? null)
  return { offer: { date, party, visits: offerOn(date), next }, unfit }
}

/** Returns the visits of one day with their times. A visit that cannot follow the earlier visits in time is `unfit`. */
function offerStops(
  { day, stops, legs }: { day: number; stops: Stop[]; legs: Legs },
  chosen: Day,
  party: number,
  { begins_at }: Pick<Itinerary, 'begins_at'>,
  offered: ReadonlyMap<string, StopSlots>,
  now: Date,
): DayVisit[] {
  const date = addDays(chosen, day)
  const slotsOf = (stop: Stop) =>
    (offered.get(stop.id)?.slots ?? []).filter(({ slot_date }) => slot_date === date)
  const openOf = (stop: Stop): OpenStop => {
    const { start: planned, lasts } = timed(stop)
    const free = slotsOf(stop).filter(({ remaining }) => remaining >= party)
    const starts = free.map(({ start_time }) => minutesOf(start_time))
    return { planned, lasts, starts: stop.experience ? starts : planned === null ? null : [planned] }
  }
  const choose = (kept: number[]) =>
    chooseStarts(
      kept.map((n) => openOf(stops[n] as Stop)),
      kept.map((from) => kept.map((to) => legs[from]?.[to] ?? null)),
      minutesOf(begins_at),
    )
  let kept: number[] = []
  for (const [n, stop] of stops.entries()) {
    const row = offered.get(stop.id)
    if ((!stop.experience || (row && takesParty(row, party))) && choose([...kept, n])) kept = [...kept, n]
  }
  const starts = choose(kept) ?? []

  return stops.flatMap((stop, n): DayVisit[] => {
    if (!isVisit(stop)) return []
    const row = offered.get(stop.id)
    const start = starts[kept.indexOf(n)]
    const slot = slotsOf(stop).find(
      ({ start_time }) => start !== undefined && minutesOf(start_time) === start,
    )
    if (row && slot) return [visitAt(stop, row, slot, now)]
    const problem =
      row && !takesParty(row, party)
        ? 'party'
        : slotsOf(stop).length === 0
          ? 'none'
          : openOf(stop).starts?.length === 0
            ? 'full'
            : 'unfit'
    return [{ ...named(stop), visit: null, problem, group: row ? formatGroup(row) : null }]
  })
}

/** Returns the stops of a booked curated day in order: its booked visits, and its stops that are not visits. */
export function stopsOfBookedDay(stops: Stop[], booked: StopDraft[]): StopDraft[] {
  const rest = new Set(booked)
  return stops.flatMap((stop): StopDraft[] => {
    const visit = [...rest].find(
      ({ day, experience_id }) => stop.experience?.id === experience_id && stop.day === day,
    )
    if (visit && rest.delete(visit)) return [{ ...visit, note: stop.note, minutes: stop.minutes }]
    const isLeftOut = stop.experience !== null || stop.vineyard?.is_visible === false
    return isLeftOut ? [] : [{ ...draftOf(stop), id: null }]
  })
}
