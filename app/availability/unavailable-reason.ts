import {
  addDays,
  type Day,
  formatDate,
  formatDay,
  formatTime,
  type Time,
  weekdayNumber,
} from '../platform/days.ts'

/** What decides over the bookings of an experience, apart from its single starts. */
export type Offer = {
  vineyard_visible: boolean
  is_active: boolean
  min_group_size: number
  largest_party: number
  booking_cutoff_minutes: number
  booking_horizon_days: number
  host: { name: string; capacity: number } | null
  patterns: { days_of_week: number[]; start_time: Time; valid_from: Day; valid_until: Day | null }[]
}

/** The exception that decides over a start, as people told it. */
export type Deciding = {
  id: string
  reach: 'vineyard' | 'experience' | 'start'
  reason: string | null
  source: 'staff' | 'feed'
}

export type Start = {
  start_time: Time
  /** null: the clocks skip that hour. */
  starts_at: Date | null
  capacity: number
  taken: number
  closed: boolean
  host_left: number | null
  exception: Deciding | null
}

/** What stands in the way of a booking. */
export type UnavailableReason =
  | 'hidden'
  | 'inactive'
  | 'past'
  | 'horizon'
  | 'party_small'
  | 'party_large'
  | 'no_plan'
  | 'no_weekday'
  | 'no_season'
  | 'no_start'
  | 'skipped'
  | 'closed'
  | 'cutoff'
  | 'full'
  | 'few'
  | 'host'

/** Where somebody goes to change what stands in the way; nowhere, where time itself does. */
export type Remedy = 'vineyard' | 'experience' | 'plan' | 'exceptions' | 'hosts' | null

export type ExplainedReason = {
  kind: UnavailableReason
  start_time: Time | null
  exception_id: string | null
  message: string
  remedy: Remedy
}

export type VisitQuery = { day: Day; time: Time | null; guests: number }

const remedies: Record<UnavailableReason, Remedy> = {
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
}

/**
 * Why nobody can book a wish: none where somebody can. What speaks about the whole day comes first; where it is only the
 * starts that stand in the way, each says why.
 */
export function unavailableReasonsOf(
  offer: Offer,
  starts: readonly Start[],
  visit: VisitQuery,
  { today, now }: { today: Day; now: Date },
): ExplainedReason[] {
  const meant = visit.time === null ? starts : starts.filter(({ start_time }) => start_time === visit.time)
  const general = [...aboutTheDay(offer, visit, today), ...aboutThePlan(offer, starts, meant, visit)]
  const single = meant.map((start) => aboutTheStart(offer, start, visit, now))
  if (general.length === 0 && single.includes(null)) return []
  return [...general, ...single.filter((reason) => reason !== null)]
}

/** The starts of a day that a party could book, where nothing about the day stands in the way. */
export function freeStarts(offer: Offer, starts: readonly Start[], visit: VisitQuery, now: Date): Start[] {
  return starts.filter((start) => aboutTheStart(offer, start, visit, now) === null)
}

function aboutTheDay(offer: Offer, { day, guests }: VisitQuery, today: Day): ExplainedReason[] {
  const last = addDays(today, offer.booking_horizon_days)
  const days = offer.booking_horizon_days === 1 ? '1 day' : `${offer.booking_horizon_days} days`
  return [
    !offer.vineyard_visible && say('hidden', 'The vineyard is hidden from visitors.'),
    !offer.is_active && say('inactive', 'The experience is switched off.'),
    day < today && say('past', `${formatDay(day)} has passed.`),
    day > last && say('horizon', `It can be booked ${days} ahead, which is until ${formatDay(last)}.`),
    guests < offer.min_group_size &&
      say('party_small', `It takes parties of ${offer.min_group_size} and more, and this one is ${guests}.`),
    guests > offer.largest_party &&
      say('party_large', `It takes parties of at most ${offer.largest_party}, and this one is ${guests}.`),
  ].filter((reason) => reason !== false)
}

function aboutThePlan(
  { patterns }: Offer,
  starts: readonly Start[],
  meant: readonly Start[],
  { day, time }: VisitQuery,
): ExplainedReason[] {
  if (meant.length > 0) return []
  if (time !== null && starts.length > 0) {
    const times = starts.map(({ start_time }) => formatTime(start_time)).join(', ')
    return [say('no_start', `Nothing starts at ${formatTime(time)} that day. The starts are ${times}.`)]
  }
  if (patterns.length === 0) return [say('no_plan', 'It has no start times yet.')]
  const thatDay = patterns.filter(({ days_of_week }) => days_of_week.includes(weekdayNumber(day)))
  if (thatDay.length === 0)
    return [say('no_weekday', `No start time is planned on a ${formatDay(day).split(' ')[0]}.`)]
  const begins = thatDay.map(({ valid_from }) => valid_from).filter((from) => from > day)
  const ends = thatDay.flatMap(({ valid_until }) =>
    valid_until !== null && valid_until < day ? [valid_until] : [],
  )
  const [next] = begins.toSorted()
  const [last] = ends.toSorted().reverse()
  const seasons = [last && `ended on ${formatDate(last)}`, next && `begins on ${formatDate(next)}`]
  return [say('no_season', `On that weekday the season ${seasons.filter(Boolean).join(', the next one ')}.`)]
}

function aboutTheStart(
  offer: Offer,
  start: Start,
  { guests }: VisitQuery,
  now: Date,
): ExplainedReason | null {
  const { start_time, starts_at, exception } = start
  const at = formatTime(start_time)
  const tell = (kind: UnavailableReason, message: string, remedy = remedies[kind]): ExplainedReason => ({
    ...say(kind, message),
    start_time,
    exception_id: exception?.id ?? null,
    remedy,
  })
  if (starts_at === null) return tell('skipped', `${at} does not exist that day: the clocks go forward.`)
  if (start.closed) return tell('closed', `${at} is closed ${because(exception)}.`)
  const minutes = offer.booking_cutoff_minutes
  if (starts_at.getTime() <= now.getTime()) return tell('cutoff', `${at} has begun or is over.`, null)
  if (starts_at.getTime() <= now.getTime() + minutes * 60_000)
    return tell('cutoff', `${at} can be booked until ${inWords(minutes)} before it starts, and that is past.`)
  const left = Math.max(0, start.capacity - start.taken)
  if (left < guests) {
    const by = exception
      ? `, since it holds ${start.capacity} instead of its usual places ${because(exception)}`
      : ''
    const remedy = exception ? 'exceptions' : 'plan'
    return left === 0
      ? tell('full', `${at} is full: ${start.taken} of ${start.capacity} places are taken${by}.`, remedy)
      : tell('few', `${at} has ${left} left for a party of ${guests}${by}.`, remedy)
  }
  if (start.host_left !== null && start.host_left < guests)
    return tell(
      'host',
      `${at} has places, but ${offer.host?.name} can take ${Math.max(0, start.host_left)} more then, of ${offer.host?.capacity} at once.`,
    )
  return null
}

function say(kind: UnavailableReason, message: string): ExplainedReason {
  return { kind, start_time: null, exception_id: null, message, remedy: remedies[kind] }
}

const reaches = { vineyard: 'the whole vineyard', experience: 'this experience', start: 'this start' }

function because(exception: Deciding | null): string {
  if (!exception) return ''
  const reason = exception.reason ? `: ${exception.reason}` : ''
  const source = exception.source === 'feed' ? ' (from a calendar that is read here)' : ''
  return `by an exception for ${reaches[exception.reach]}${source}${reason}`
}

function inWords(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? 'a day' : `${minutes / 1440} days`
  if (minutes % 60 === 0) return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
