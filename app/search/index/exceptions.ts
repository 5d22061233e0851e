import { missing } from './columns.ts'
import { idOfBytes, type IdWords } from './id-table.ts'

/**
 * A closure (capacity null) or another capacity, for one experience or pattern, or for all (null). Days count from the
 * searched day; hours are seconds of a day, null for the whole day.
 */
export type DayException = {
  experience: IdWords | null
  pattern: IdWords | null
  capacity: number | null
  hours: { from: number; until: number } | null
  first_day: number
  last_day: number
}

/** Start and end of a visit by London's clocks, in seconds from the start of the searched day. */
export type VisitSpan = { from: number; until: number }

const noExceptions: DayException[] = []
const daySeconds = 86_400

/** The exceptions that apply to the experience whose id is at `at`. */
export function exceptionsFor(exceptions: DayException[], ids: Int32Array, at: number): DayException[] {
  if (exceptions.length === 0) return noExceptions
  return exceptions.filter(({ experience }) => experience === null || isIdAt(experience, ids, at))
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
  ids: Int32Array,
  pattern: number | null,
  span: VisitSpan,
): number | undefined {
  let capacity: number | undefined
  for (const exception of exceptions) {
    if (exception.pattern !== null && (pattern === null || !isIdAt(exception.pattern, ids, pattern))) continue
    if (!overlaps(exception, span)) continue
    if (exception.capacity === null) return 0
    capacity ??= exception.capacity
  }
  return capacity
}

/** Hours apply on the day a visit begins and on the day it ends. Whole-day exceptions were read for the searched day only. */
function overlaps({ hours, first_day, last_day }: DayException, { from, until }: VisitSpan): boolean {
  if (hours === null) return true
  return [0, Math.floor(until / daySeconds)].some(
    (day) =>
      day >= first_day &&
      day <= last_day &&
      from < day * daySeconds + hours.until &&
      until > day * daySeconds + hours.from,
  )
}

function isIdAt(id: IdWords, ids: Int32Array, at: number): boolean {
  return id.every((word, n) => ids[at + n] === word)
}

/** Positions in an exception's row: three ids, zeros for none, and five numbers, of which the first three may be missing. */
const field = {
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

/** The exceptions by vineyard, in the order of the rows. */
export function readExceptions(rows: Uint8Array): Map<string, DayException[]> {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  const exceptions = new Map<string, DayException[]>()
  const row = new Int32Array(field.length)
  for (let at = 0; at < rows.byteLength; at += 4 * field.length) {
    for (let n = 0; n < field.length; n++) row[n] = view.getInt32(at + 4 * n)
    const number = (n: number) => row[n] ?? missing
    const exception = {
      experience: idAt(row, field.experience),
      pattern: idAt(row, field.pattern),
      capacity: number(field.capacity) === missing ? null : number(field.capacity),
      hours: number(field.from) === missing ? null : { from: number(field.from), until: number(field.until) },
      first_day: number(field.first),
      last_day: number(field.last),
    }
    const vineyard = idOfBytes(rows, at)
    const others = exceptions.get(vineyard)
    if (others) others.push(exception)
    else exceptions.set(vineyard, [exception])
  }
  return exceptions
}

function idAt(row: Int32Array, at: number): IdWords | null {
  const [a = 0, b = 0, c = 0, d = 0] = row.subarray(at, at + 4)
  return a === 0 && b === 0 && c === 0 && d === 0 ? null : [a, b, c, d]
}
