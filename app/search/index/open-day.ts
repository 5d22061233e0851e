import {
  capacityByExceptions,
  closesVineyard,
  type DayException,
  exceptionsFor,
  type VisitSpan,
} from './exceptions.ts'
import {
  blockEnd,
  detailField,
  endOfPatterns,
  type ExperienceFilter,
  experienceField,
  type ExperienceTable,
  idLength,
  matchesFilter,
  patternField,
} from './experience-table.ts'
import type { IdTable } from './id-table.ts'

/** What only the database knows about one day, for a party of one size. */
export type OpenDayData = {
  /** Days since 1970. */
  day: number
  /** Days from today. */
  ahead: number
  /** Its bit among the weekdays. */
  weekday: number
  party: number
  /** Milliseconds since 1970. */
  now: number
  /** The instant of each start by its minute, NaN where the clocks skip it. */
  startsAt: Float64Array
  /** London's offset from UTC in minutes, for each hour from the start of the day before. */
  utcOffsets: number[]
  /** Places taken by pattern. Absent where too few are taken to matter. */
  taken: IdTable
  /** Legacy slots with places by experience: seconds from midnight UTC of the day, and places taken. */
  legacy: IdTable
  exceptions: Map<string, DayException[]>
  hosts: HostOccupancy
}

/** The hosts who might be full, and for each experience of theirs the index of its host. */
type HostOccupancy = { hosts: BusyHost[]; hostOf: IdTable }

/** The capacity of a host and the parties present around the day. */
export type BusyHost = { capacity: number; visits: Visit[] }

/** When a party comes and goes in milliseconds, and its size. */
type Visit = [starts_at: number, ends_at: number, guests: number]

const dayMilliseconds = 86_400_000
const hourMilliseconds = 3_600_000

/** A possible visit. `id` and `pattern` are offsets into the ids; `pattern` is null for a legacy slot. */
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
 * Whether a vineyard has places for the party in a matching experience. Same rules as the SQL function
 * `slots_of_experiences`; the property tests of search compare the two.
 */
export function isOpen(
  table: ExperienceTable,
  block: number,
  exceptions: DayException[],
  filter: ExperienceFilter,
  open: OpenDayData,
): boolean {
  if (exceptions.some(closesVineyard)) return false
  const { experiences, details, ids } = table
  const end = blockEnd(experiences, block)
  for (let at = block + 1; at < end; at += experienceField.length) {
    if (!matchesFilter(experiences, at, filter)) continue
    const detail = experiences[at + experienceField.details] ?? 0
    if (open.ahead > (details[detail + detailField.horizon] ?? 0)) continue
    const own = exceptionsFor(exceptions, ids, details[detail + detailField.ids] ?? 0)
    if (hasPlaces(table, detail, experiences[at + experienceField.minutes] ?? 0, own, open)) return true
  }
  return false
}

/** Legacy slots count only where no pattern runs that day. */
function hasPlaces(
  { details, ids }: ExperienceTable,
  at: number,
  minutes: number,
  exceptions: DayException[],
  open: OpenDayData,
): boolean {
  const cutoff = open.now + (details[at + detailField.cutoff] ?? 0) * 60_000
  const id = details[at + detailField.ids] ?? 0
  const hosted = details[at + detailField.hosted] === 1
  const isSimple = exceptions.length === 0 && !hosted
  let hasPattern = false
  const end = endOfPatterns(details, at)
  let patternId = id
  for (let pattern = at + detailField.length; pattern < end; pattern += patternField.length) {
    patternId += idLength
    if (
      ((details[pattern + patternField.weekdays] ?? 0) & open.weekday) === 0 ||
      open.day < (details[pattern + patternField.from] ?? 0) ||
      open.day > (details[pattern + patternField.until] ?? 0)
    )
      continue
    hasPattern = true
    const starts_at = open.startsAt[details[pattern + patternField.start] ?? 0] ?? Number.NaN
    if (!(starts_at > cutoff)) continue
    const capacity = details[pattern + patternField.capacity] ?? 0
    if (isSimple && capacity < open.party) continue
    const taken = open.taken.find(ids, patternId) ?? 0
    if (isSimple) {
      if (capacity - taken >= open.party) return true
      continue
    }
    const start = { id, pattern: patternId, hosted, starts_at, minutes, capacity, taken }
    if (takesParty(ids, start, exceptions, open)) return true
  }
  if (hasPattern) return false
  const capacity = Number.POSITIVE_INFINITY
  return open.legacy.some(ids, id, (seconds, taken) => {
    const starts_at = open.day * dayMilliseconds + seconds * 1000
    const start = { id, pattern: null, hosted, starts_at, minutes, capacity, taken }
    return starts_at > cutoff && takesParty(ids, start, exceptions, open)
  })
}

/** Whether a start that has exceptions or a host has places for the party. */
function takesParty(ids: number[], start: Start, exceptions: DayException[], open: OpenDayData): boolean {
  const ends_at = start.starts_at + start.minutes * 60_000
  const limit = capacityByExceptions(exceptions, ids, start.pattern, spanOf(start.starts_at, ends_at, open))
  if ((limit ?? start.capacity) - start.taken < open.party) return false
  if (!start.hosted) return true
  const { hosts, hostOf } = open.hosts
  const host = hosts[hostOf.find(ids, start.id) ?? -1]
  return host === undefined || host.capacity - peakGuests(host.visits, start.starts_at, ends_at) >= open.party
}

function spanOf(starts: number, ends: number, open: OpenDayData): VisitSpan {
  const midnight = open.day * dayMilliseconds
  const clock = (instant: number) => {
    const hour = Math.floor((instant - midnight + dayMilliseconds) / hourMilliseconds)
    return (instant - midnight) / 1000 + (open.utcOffsets[hour] ?? 0) * 60
  }
  return { from: clock(starts), until: clock(ends) }
}

/** The most guests present at one moment of a span. Same rule as SQL `host_guests`. */
export function peakGuests(visits: Visit[], from: number, until: number): number {
  const present = visits.filter(([starts, ends]) => starts < until && ends > from)
  let peak = 0
  // The number only rises when a party arrives, so checking arrivals is enough.
  for (const [starts] of present) {
    const moment = Math.max(starts, from)
    let guests = 0
    for (const [enters, leaves, size] of present)
      if (Math.max(enters, from) <= moment && leaves > moment) guests += size
    peak = Math.max(peak, guests)
  }
  return peak
}
