import { type IdTable, idOfWords, type IdWords } from './id-table.ts'
import { detail, endOfPatterns, offer, type Offers, pattern } from './offers.ts'
import { suits, type Wish } from './suits.ts'

/** An exception that may speak about the day: what it is about, null for everything, and whether it closes all of it. */
export type DayException = {
  experience: IdWords | null
  pattern: IdWords | null
  closes: boolean
}

/** What only the database knows of one day, for one party. */
export type OpenDay = {
  /** Counted from 1970, and from today on: below 0 it has passed. */
  day: number
  ahead: number
  /** Its bit among the weekdays. */
  weekday: number
  party: number
  /** Milliseconds: now, and when the starts of that day are, by their minute; NaN for one the clocks skip. */
  now: number
  startsAt: Float64Array
  /** Places taken, by pattern; absent where that is too few to matter. */
  taken: IdTable
  /** By experience the seconds from 1970's midnight of the day to the last legacy start that has room. */
  legacy: IdTable
  exceptions: Map<string, DayException[]>
  /** Vineyards of a host who might have no room for the party at some time about that day. */
  crowded: Set<string>
  /** Those of the doubtful that have room, once the database has told. */
  told: Set<string> | null
}

const dayMilliseconds = 86_400_000

/**
 * Whether a vineyard has room for the party in an experience that suits. Those that only the database can tell about
 * are added to `doubtful` and count as full, until it has told.
 */
export function roomOn(
  { offers, details }: Offers,
  at: number,
  vineyardId: string,
  wish: Wish,
  open: OpenDay,
  doubtful: string[],
): boolean {
  const exceptions = (open.exceptions.size > 0 && open.exceptions.get(vineyardId)) || noExceptions
  if (exceptions.some((exception) => exception.closes && exception.experience === null)) return false
  const crowded = open.crowded.size > 0 && open.crowded.has(vineyardId)
  const before = doubtful.length
  const end = at + 1 + (offers[at] ?? 0) * offer.length
  for (let one = at + 1; one < end; one += offer.length) {
    if (!suits(offers, one, wish)) continue
    const rest = offers[one + offer.details] ?? 0
    if (open.ahead > (details[rest + detail.horizon] ?? 0)) continue
    const about = aboutOf(exceptions, details, rest)
    if (about.length > 0 || (crowded && details[rest + detail.hosted] === 1)) {
      const id = idOfWords(details, rest)
      if (open.told?.has(id)) return true
      if (!about.some(({ closes, pattern }) => closes && pattern === null)) doubtful.push(id)
    } else if (hasRoom(details, rest, open)) {
      // Nothing has to be asked about a vineyard that is found anyway.
      doubtful.length = before
      return true
    }
  }
  return false
}

const noExceptions: DayException[] = []

function aboutOf(exceptions: DayException[], details: Int32Array, at: number): DayException[] {
  if (exceptions.length === 0) return noExceptions
  return exceptions.filter(
    ({ experience }) =>
      experience === null || experience.every((word, n) => details[at + detail.id + n] === word),
  )
}

/** Whether an experience that nothing speaks against has room; legacy starts count where no pattern is planned. */
function hasRoom(details: Int32Array, at: number, open: OpenDay): boolean {
  const after = open.now + (details[at + detail.cutoff] ?? 0) * 60_000
  let planned = false
  const end = endOfPatterns(details, at)
  for (let p = at + detail.length; p < end; p += pattern.length) {
    if (((details[p + pattern.weekdays] ?? 0) & open.weekday) === 0) continue
    if (open.day < (details[p + pattern.from] ?? 0) || open.day > (details[p + pattern.until] ?? 0)) continue
    planned = true
    const left = (details[p + pattern.capacity] ?? 0) - (open.taken.find(details, p) ?? 0)
    if (left >= open.party && (open.startsAt[details[p + pattern.start] ?? 0] ?? Number.NaN) > after)
      return true
  }
  if (planned) return false
  const last = open.legacy.find(details, at)
  return last !== undefined && open.day * dayMilliseconds + last * 1000 > after
}
