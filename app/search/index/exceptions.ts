import { none as missing } from './codes.ts'
import { idOfBytes, type IdWords } from './id-table.ts'

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
export type VisitSpan = { from: number; until: number }

const none: DayException[] = []
const daySeconds = 86_400

/** Those that speak about the experience whose id stands at `at`. */
export function aboutExperience(exceptions: DayException[], ids: Int32Array, at: number): DayException[] {
  if (exceptions.length === 0) return none
  return exceptions.filter(({ experience }) => experience === null || isAt(experience, ids, at))
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
  ids: Int32Array,
  pattern: number | null,
  span: VisitSpan,
): number | undefined {
  let said: number | undefined
  for (const exception of about) {
    if (exception.pattern !== null && (pattern === null || !isAt(exception.pattern, ids, pattern))) continue
    if (!meets(exception, span)) continue
    if (exception.capacity === null) return 0
    said ??= exception.capacity
  }
  return said
}

/** Hours count on the day a visit begins and on the one it ends; those without are of the day asked for already. */
function meets({ hours, first_day, last_day }: DayException, { from, until }: VisitSpan): boolean {
  if (hours === null) return true
  return [0, Math.floor(until / daySeconds)].some(
    (day) =>
      day >= first_day &&
      day <= last_day &&
      from < day * daySeconds + hours.until &&
      until > day * daySeconds + hours.from,
  )
}

function isAt(id: IdWords, ids: Int32Array, at: number): boolean {
  return id.every((word, n) => ids[at + n] === word)
}

/** An exception as it is read: three ids, all zeros for none, and five numbers, of which the first three may be missing. */
const row = {
  vineyard: 0,
  experience: 4,
  pattern: 8,
  capacity: 12,
  from: 13,
  until: 14,
  first: 15,
  last: 16,
  length: 17,
}

/** The exceptions of rows of numbers, by vineyard and in the order in which they come. */
export function readExceptions(rows: Uint8Array): Map<string, DayException[]> {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  const exceptions = new Map<string, DayException[]>()
  const words = new Int32Array(row.length)
  for (let at = 0; at < rows.byteLength; at += 4 * row.length) {
    for (let n = 0; n < row.length; n++) words[n] = view.getInt32(at + 4 * n)
    const number = (n: number) => words[n] ?? missing
    const exception = {
      experience: idAt(words, row.experience),
      pattern: idAt(words, row.pattern),
      capacity: number(row.capacity) === missing ? null : number(row.capacity),
      hours: number(row.from) === missing ? null : { from: number(row.from), until: number(row.until) },
      first_day: number(row.first),
      last_day: number(row.last),
    }
    const vineyard = idOfBytes(rows, at)
    const others = exceptions.get(vineyard)
    if (others) others.push(exception)
    else exceptions.set(vineyard, [exception])
  }
  return exceptions
}

function idAt(words: Int32Array, at: number): IdWords | null {
  const [a = 0, b = 0, c = 0, d = 0] = words.subarray(at, at + 4)
  return a === 0 && b === 0 && c === 0 && d === 0 ? null : [a, b, c, d]
}
