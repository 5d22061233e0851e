import { lastBookableDay } from '../catalogue/experiences/experience.ts'
import { countOf } from '../platform/text/counts.ts'
import { type Day, formatDate, formatDay, formatTime, type Time, weekdayNumber } from '../platform/days.ts'

/** Facts about the experience and the vineyard that decide whether visits can be booked. `Start` has facts about a start. */
export type Offer = {
  vineyard_visible: boolean
  is_active: boolean
  min_group_size: number
  largest_party: number
  booking_cutoff_minutes: number
  booking_horizon_days: number
  host: { name: string; capacity: number } | null
  /** `last` is null for a season without an end. */
  patterns: { days_of_week: number[]; start_time: Time; seasons: { first: Day; last: Day | null }[] }[]
}

/** The exception that applies to a start. */
export type AppliedException = {
  id: string
  scope: 'vineyard' | 'experience' | 'start'
  reason: string | null
  source: 'staff' | 'feed'
}

export type Start = {
  start_time: Time
  /** The instant of the start; null if the clocks skip this hour. */
  starts_at: Date | null
  capacity: number
  taken: number
  closed: boolean
  host_left: number | null
  exception: AppliedException | null
}

/** The setting that staff can change so that a visit can be booked; null if no setting helps. */
export type Remedy = 'vineyard' | 'experience' | 'plan' | 'exceptions' | 'hosts' | null

const remedies = {
  hidden: 'vineyard',
  inactive: 'experience',
  past: null,
  horizon: 'experience',
  party_small: 'experience',
  party_large: 'experience',
  no_plan: 'plan',
  no_weekday: 'plan',
  no_season: 'plan',
  no_start: 'plan',
  skipped: 'plan',
  closed: 'exceptions',
  cutoff: 'experience',
  full: 'plan',
  few: 'plan',
  host: 'hosts',
} as const satisfies Record<string, Remedy>

export type UnavailableReason = keyof typeof remedies

export type ExplainedReason = {
  kind: UnavailableReason
  start_time: Time | null
  exception_id: string | null
  message: string
  remedy: Remedy
}

export type VisitQuery = { day: Day; time: Time | null; guests: number }

/**
 * Returns the reasons why nobody can book a visit, or an empty list if somebody can. Reasons about the whole day come
 * first, then reasons about single starts.
 */
export function unavailableReasonsOf(
  offer: Offer,
  starts: readonly Start[],
  visit: VisitQuery,
  { today, now }: { today: Day; now: Date },
): ExplainedReason[] {
  const matching = visit.time === null ? starts : starts.filter(({ start_time }) => start_time === visit.time)
  const general = [...aboutTheDay(offer, visit, today), ...aboutThePlan(offer, starts, matching, visit)]
  const single = matching.map((start) => aboutTheStart(offer, start, visit, now))
  if (general.length === 0 && single.includes(null)) return []
  return [...general, ...single.filter((reason) => reason !== null)]
}

function aboutTheDay(offer: Offer, { day, guests }: VisitQuery, today: Day): ExplainedReason[] {
  const last = lastBookableDay(offer, today)
  const days = offer.booking_horizon_days === 1 ? '1 day' : `${offer.booking_horizon_days} days`
  const least = offer.min_group_size
  const largest = countOf(offer.largest_party, 'person', 'people')
  return [
    !offer.vineyard_visible && reasonFor('hidden', 'The vineyard is hidden from visitors.'),
    !offer.is_active && reasonFor('inactive', 'The experience is off sale.'),
    day < today && reasonFor('past', `${formatDay(day)} has passed.`),
    day > last && reasonFor('horizon', `Visitors can book ${days} ahead, until ${formatDay(last)}.`),
    guests < least &&
      reasonFor('party_small', `Parties need at least ${least} people; this one has ${guests}.`),
    guests > offer.largest_party &&
      reasonFor('party_large', `Parties can have at most ${largest}; this one has ${guests}.`),
  ].filter((reason) => reason !== false)
}

function aboutThePlan(
  { patterns }: Offer,
  starts: readonly Start[],
  matching: readonly Start[],
  { day, time }: VisitQuery,
): ExplainedReason[] {
  if (matching.length > 0) return []
  if (time !== null && starts.length > 0) {
    const times = starts.map(({ start_time }) => formatTime(start_time)).join(', ')
    return [reasonFor('no_start', `Nothing starts at ${formatTime(time)} that day. The starts are ${times}.`)]
  }
  if (patterns.length === 0) return [reasonFor('no_plan', 'There are no start times yet.')]
  const thatDay = patterns.filter(({ days_of_week }) => days_of_week.includes(weekdayNumber(day)))
  if (thatDay.length === 0)
    return [reasonFor('no_weekday', `No start time is planned on a ${formatDay(day).split(' ')[0]}.`)]
  const seasons = thatDay.flatMap((pattern) => pattern.seasons)
  const [next] = seasons.flatMap(({ first }) => (first > day ? [first] : [])).toSorted()
  const ended = seasons.flatMap(({ last }) => (last !== null && last < day ? [last] : [])).toSorted()
  const last = ended.at(-1)
  const dates = [last && `ended on ${formatDate(last)}`, next && `begins on ${formatDate(next)}`]
  const known = dates.filter(Boolean).join(', and the next season ')
  return [
    known
      ? reasonFor('no_season', `The season for that weekday ${known}.`)
      : reasonFor('no_season', 'All seasons for that weekday are left out.'),
  ]
}

function aboutTheStart(offer: Offer, start: Start, { guests }: VisitQuery, now: Date) {
  const { start_time, starts_at, exception } = start
  const at = formatTime(start_time)
  const about = { start_time, exception_id: exception?.id ?? null }
  const explain = (kind: UnavailableReason, message: string, remedy: Remedy = remedies[kind]) => ({
    ...reasonFor(kind, message),
    ...about,
    remedy,
  })
  if (starts_at === null) return explain('skipped', `${at} does not exist that day: the clocks go forward.`)
  if (start.closed) return explain('closed', `${at} is closed${because(exception)}.`)
  const minutes = offer.booking_cutoff_minutes
  if (starts_at.getTime() <= now.getTime()) return explain('cutoff', `${at} has already started.`, null)
  if (starts_at.getTime() <= now.getTime() + minutes * 60_000)
    return explain('cutoff', `Bookings for ${at} closed ${formatMinutes(minutes)} before the start.`)
  const left = Math.max(0, start.capacity - start.taken)
  if (left < guests) {
    const by = exception ? `, because its capacity is set to ${start.capacity}${because(exception)}` : ''
    const remedy = exception ? 'exceptions' : 'plan'
    const full = `${at} is full: ${start.taken} of ${countOf(start.capacity, 'place')} taken${by}.`
    const few = `${at} has ${countOf(left, 'place')} left, too few for a party of ${guests}${by}.`
    return left === 0 ? explain('full', full, remedy) : explain('few', few, remedy)
  }
  if (start.host_left !== null && start.host_left < guests)
    return explain(
      'host',
      `${at} has places, but at that time ${offer.host?.name} has room for only ${countOf(Math.max(0, start.host_left), 'more person', 'more people')} (at most ${offer.host?.capacity} at once).`,
    )
  return null
}

function reasonFor(kind: UnavailableReason, message: string): ExplainedReason {
  return { kind, start_time: null, exception_id: null, message, remedy: remedies[kind] }
}

const scopes = { vineyard: 'the whole vineyard', experience: 'this experience', start: 'this start' }

function because(exception: AppliedException | null): string {
  if (!exception) return ''
  const reason = exception.reason ? `: ${exception.reason}` : ''
  const source = exception.source === 'feed' ? ' (from an imported calendar)' : ''
  return ` by an exception for ${scopes[exception.scope]}${source}${reason}`
}

function formatMinutes(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? 'a day' : `${minutes / 1440} days`
  if (minutes % 60 === 0) return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
