import { type Ids, type IdWords, isSameId, wordsOfId } from './id-table.ts'

/**
 * A closure (capacity null) or another capacity, for one experience or pattern, or for all (null). Days count from the
 * searched day; hours are seconds of a day, null for the whole day.
 */
export type Exception<Id> = {
  experience: Id | null
  pattern: Id | null
  capacity: number | null
  hours: [from: number, until: number] | null
  first_day: number
  last_day: number
}

export type ExceptionRow = Exception<string> & { vineyard: string }
export type DayException = Exception<IdWords>

/** Start and end of a visit by London's clocks, in seconds from the start of the searched day. */
export type VisitSpan = { from: number; until: number }

const noExceptions: DayException[] = []
const daySeconds = 86_400

/** The exceptions by vineyard id, in the order of the rows. */
export function groupExceptions(rows: ExceptionRow[]): Map<string, DayException[]> {
  const exceptions = new Map<string, DayException[]>()
  for (const { vineyard, ...row } of rows) exceptions.getOrInsert(vineyard, []).push(readException(row))
  return exceptions
}

export function readException({ experience, pattern, ...rest }: Exception<string>): DayException {
  return {
    ...rest,
    experience: experience === null ? null : wordsOfId(experience),
    pattern: pattern === null ? null : wordsOfId(pattern),
  }
}

/** The exceptions that apply to the experience whose id is at `at`. */
export function exceptionsFor(exceptions: DayException[], ids: Ids, at: number): DayException[] {
  if (exceptions.length === 0) return noExceptions
  return exceptions.filter(({ experience }) => experience === null || isSameId(experience, 0, ids, at))
}

export function closesVineyard({ experience, capacity, hours }: DayException): boolean {
  return experience === null && capacity === null && hours === null
}

/**
 * The capacity that exceptions give a visit: 0 if closed, undefined if none applies. `pattern` is the offset of its
 * pattern's id, null for a legacy slot. The first of several capacities counts. Same rule as SQL `exception_effect`.
 */
export function capacityByExceptions(
  exceptions: DayException[],
  ids: Ids,
  pattern: number | null,
  span: VisitSpan,
): number | undefined {
  const applying = exceptions.filter(
    (exception) =>
      (exception.pattern === null || (pattern !== null && isSameId(exception.pattern, 0, ids, pattern))) &&
      overlaps(exception, span),
  )
  if (applying.some(({ capacity }) => capacity === null)) return 0
  return applying[0]?.capacity ?? undefined
}

/**
 * Hours apply on each day of a visit: one of 24 hours may touch three when clocks change. Whole-day exceptions were read for
 * the searched day only.
 */
function overlaps({ hours, first_day, last_day }: DayException, { from, until }: VisitSpan): boolean {
  if (hours === null) return true
  const [start, end] = hours
  const days = Array.from({ length: Math.floor(until / daySeconds) + 1 }, (_, day) => day)
  return days.some(
    (day) =>
      day >= first_day &&
      day <= last_day &&
      from < day * daySeconds + end &&
      until > day * daySeconds + start,
  )
}
