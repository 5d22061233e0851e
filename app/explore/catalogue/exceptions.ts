import type { IdWords } from './id-table.ts'

/**
 * What is said against a day, or about its places: of one experience or pattern, or null for all of them. Days are
 * counted from the day asked for, hours are seconds of a day; null for the whole day. Without a capacity it closes.
 */
export type DayException = {
  experience: IdWords | null
  pattern: IdWords | null
  capacity: number | null
  hours: { from: number; until: number } | null
  first_day: number
  last_day: number
}

/** From when until when a visit lasts, in seconds of London's clocks from the beginning of the day asked for. */
export type Span = { from: number; until: number }

const none: DayException[] = []
const daySeconds = 86_400

/** Those that speak about the experience whose id stands at `at`. */
export function aboutExperience(exceptions: DayException[], details: Int32Array, at: number): DayException[] {
  if (exceptions.length === 0) return none
  return exceptions.filter(({ experience }) => experience === null || isAt(experience, details, at))
}

export function closesVineyard({ experience, capacity, hours }: DayException): boolean {
  return experience === null && capacity === null && hours === null
}

/**
 * The places that exceptions leave a visit, none where it is closed; undefined where they say nothing. `pattern` is
 * where the id of its pattern stands, null for a legacy start. Of several capacities the first counts.
 */
export function capacityBy(
  about: DayException[],
  details: Int32Array,
  pattern: number | null,
  span: Span,
): number | undefined {
  let said: number | undefined
  for (const exception of about) {
    if (exception.pattern !== null && (pattern === null || !isAt(exception.pattern, details, pattern)))
      continue
    if (!meets(exception, span)) continue
    if (exception.capacity === null) return 0
    said ??= exception.capacity
  }
  return said
}

/** Hours count on the day a visit begins and on the one it ends; those without are of the day asked for already. */
function meets({ hours, first_day, last_day }: DayException, { from, until }: Span): boolean {
  if (hours === null) return true
  return [0, Math.floor(until / daySeconds)].some(
    (day) =>
      day >= first_day &&
      day <= last_day &&
      from < day * daySeconds + hours.until &&
      until > day * daySeconds + hours.from,
  )
}

function isAt(id: IdWords, details: Int32Array, at: number): boolean {
  return id.every((word, n) => details[at + n] === word)
}
