import { type HostOccupancy, hostHasRoom } from './host-occupancy.ts'
import {
  aboutExperience,
  capacityBy,
  closesVineyard,
  type DayException,
  type VisitSpan,
} from './exceptions.ts'
import type { IdTable } from './id-table.ts'
import {
  capacityOf,
  detail,
  endOfPatterns,
  idLength,
  offer,
  type Offers,
  pattern,
  runsOn,
  startOf,
} from './offers.ts'
import { matchesFilter, type ExperienceFilter } from './matches.ts'

/** What only the database knows of one day, for one party. */
export type OpenDayIndex = {
  /** Counted from 1970, and from today on: below 0 it has passed. */
  day: number
  ahead: number
  /** Its bit among the weekdays. */
  weekday: number
  party: number
  /** Milliseconds: now, and when the starts of that day are, by their minute; NaN for one the clocks skip. */
  now: number
  startsAt: Float64Array
  /** Minutes by which London's clocks are ahead, for each hour from the beginning of the day before on. */
  ahead_by: number[]
  /** Places taken, by pattern; absent where that is too few to matter. */
  taken: IdTable
  /** The legacy starts with room, by experience: seconds from 1970's midnight of the day, and places taken. */
  legacy: IdTable
  exceptions: Map<string, DayException[]>
  crowds: HostOccupancy
}

const dayMilliseconds = 86_400_000
const hourMilliseconds = 3_600_000

/**
 * A start of an experience, whose id stands at `id` of all ids; `pattern` is where that of its pattern does, null for a
 * legacy start.
 */
type Start = {
  id: number
  pattern: number | null
  hosted: boolean
  starts_at: number
  minutes: number
  capacity: number
  taken: number
}

/**
 * Whether a vineyard, of which the exceptions speak, has room for the party in an experience that suits.
 * `slots_of_many` says the same, and the tests hold them to each other.
 */
export function roomOn(
  held: Offers,
  at: number,
  exceptions: DayException[],
  filter: ExperienceFilter,
  open: OpenDayIndex,
): boolean {
  if (exceptions.some(closesVineyard)) return false
  const { offers, details, ids } = held
  const end = at + 1 + (offers[at] ?? 0) * offer.length
  for (let one = at + 1; one < end; one += offer.length) {
    if (!matchesFilter(offers, one, filter)) continue
    const rest = offers[one + offer.details] ?? 0
    if (open.ahead > (details[rest + detail.horizon] ?? 0)) continue
    const about = aboutExperience(exceptions, ids, details[rest + detail.ids] ?? 0)
    if (hasRoom(held, rest, offers[one + offer.minutes] ?? 0, about, open)) return true
  }
  return false
}

/** Whether an experience has room; legacy starts count where no pattern is planned. */
function hasRoom(
  { details, ids }: Offers,
  at: number,
  minutes: number,
  about: DayException[],
  open: OpenDayIndex,
): boolean {
  const after = open.now + (details[at + detail.cutoff] ?? 0) * 60_000
  const id = details[at + detail.ids] ?? 0
  const hosted = details[at + detail.hosted] === 1
  const isPlain = about.length === 0 && !hosted
  let planned = false
  const end = endOfPatterns(details, at)
  let patternId = id
  for (let own = at + detail.length; own < end; own += pattern.length) {
    patternId += idLength
    const plan = details[own + pattern.plan] ?? 0
    if (!runsOn(plan, open.weekday)) continue
    if (open.day < (details[own + pattern.from] ?? 0) || open.day > (details[own + pattern.until] ?? 0))
      continue
    planned = true
    const starts_at = open.startsAt[startOf(plan)] ?? Number.NaN
    if (!(starts_at > after)) continue
    const capacity = capacityOf(plan)
    if (isPlain && capacity < open.party) continue
    const taken = open.taken.find(ids, patternId, details[own + pattern.hash]) ?? 0
    if (
      isPlain
        ? capacity - taken >= open.party
        : takesParty(
            ids,
            { id, pattern: patternId, hosted, starts_at, minutes, capacity, taken },
            about,
            open,
          )
    )
      return true
  }
  if (planned) return false
  const capacity = Number.POSITIVE_INFINITY
  return open.legacy.some(ids, id, (seconds, taken) => {
    const starts_at = open.day * dayMilliseconds + seconds * 1000
    return (
      starts_at > after &&
      takesParty(ids, { id, pattern: null, hosted, starts_at, minutes, capacity, taken }, about, open)
    )
  })
}

/** Whether a start that exceptions may speak about, or that a host leads, has places for the party. */
function takesParty(ids: Int32Array, start: Start, about: DayException[], open: OpenDayIndex): boolean {
  const ends_at = start.starts_at + start.minutes * 60_000
  const said =
    about.length === 0
      ? undefined
      : capacityBy(about, ids, start.pattern, spanOf(start.starts_at, ends_at, open))
  if ((said ?? start.capacity) - start.taken < open.party) return false
  if (!start.hosted) return true
  return hostHasRoom(open.crowds, ids, start.id, open.party, [start.starts_at, ends_at])
}

/** A visit by the clocks that hang in London. */
function spanOf(starts: number, ends: number, open: OpenDayIndex): VisitSpan {
  const midnight = open.day * dayMilliseconds
  const clock = (instant: number) => {
    const hour = Math.floor((instant - midnight + dayMilliseconds) / hourMilliseconds)
    return (instant - midnight) / 1000 + (open.ahead_by[hour] ?? 0) * 60
  }
  return { from: clock(starts), until: clock(ends) }
}
