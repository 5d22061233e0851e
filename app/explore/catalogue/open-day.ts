import { type IdTable, idOfWords, type IdWords } from './id-table.ts'
import { afterOffer, offer, pattern } from './offers.ts'
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
}

const dayMilliseconds = 86_400_000

/**
 * Whether a vineyard has room for the party in an experience that suits: yes, no, or the ids of those experiences
 * that only the database can tell about.
 */
export function roomOn(
  words: Int32Array,
  at: number,
  vineyardId: string,
  wish: Wish,
  open: OpenDay,
): boolean | string[] {
  const exceptions = open.exceptions.get(vineyardId) ?? noExceptions
  if (exceptions.some((exception) => exception.closes && exception.experience === null)) return false
  const crowded = open.crowded.has(vineyardId)
  const doubtful: string[] = []
  let next = at + 1
  for (let left = words[at] ?? 0; left > 0; left--) {
    if (suits(words, next, wish) && open.ahead <= (words[next + offer.horizon] ?? 0)) {
      const about =
        exceptions.length === 0 ? exceptions : exceptions.filter((one) => isAbout(one, words, next))
      if (about.length > 0 || (crowded && words[next + offer.hosted] === 1)) {
        if (!about.some(({ closes, pattern }) => closes && pattern === null))
          doubtful.push(idOfWords(words, next))
      } else if (hasRoom(words, next, open)) return true
    }
    next = afterOffer(words, next)
  }
  return doubtful.length > 0 && doubtful
}

const noExceptions: DayException[] = []

function isAbout({ experience }: DayException, words: Int32Array, at: number): boolean {
  return experience === null || experience.every((word, n) => words[at + offer.id + n] === word)
}

/** Whether an experience that nothing speaks against has room; legacy starts count where no pattern is planned. */
function hasRoom(words: Int32Array, at: number, open: OpenDay): boolean {
  const after = open.now + (words[at + offer.cutoff] ?? 0) * 60_000
  let planned = false
  const end = afterOffer(words, at)
  for (let p = at + offer.length; p < end; p += pattern.length) {
    if (((words[p + pattern.weekdays] ?? 0) & open.weekday) === 0) continue
    if (open.day < (words[p + pattern.from] ?? 0) || open.day > (words[p + pattern.until] ?? 0)) continue
    planned = true
    const left = (words[p + pattern.capacity] ?? 0) - (open.taken.find(words, p) ?? 0)
    if (left >= open.party && (open.startsAt[words[p + pattern.start] ?? 0] ?? Number.NaN) > after)
      return true
  }
  if (planned) return false
  const last = open.legacy.find(words, at)
  return last !== undefined && open.day * dayMilliseconds + last * 1000 > after
}
