// Reads days and times from lists of other systems. `readDate` and `readClock` return undefined for text that they cannot read.

import { addDays, clockOf, type Day, dayOf, isDay, type Time } from '../../platform/days.ts'
import type { DateOrder } from '../lists/cells.ts'
import { readZone, toLondon, type Zone } from './zones.server.ts'

/** A day, with a time if the text names a zone, or the reason why there is no day. 'unclear': the text could be two days. */
export type ReadDate = { day: Day; time?: Time } | 'unclear' | undefined

/**
 * The start of a visit in London's time, or the part that cannot be read. `time` is null if the cells contain no time.
 */
export type ReadStart = { day: Day; time: Time | null } | 'unclear' | 'date' | 'time' | 'zone'

// Both separators must be the same, so that '10.30-12.30' is not read as a day.
const numeric = /(?<![\d:.])(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})(?!\d)/g
const iso = /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g
const compact = /(?<![\d.])(20\d\d)(\d\d)(\d\d)(?![\d.])/g
const dayMonth =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[ -]{1,2}(?:of )?([a-z]{3,9})\.?,?[ -]'?(\d{4}|\d{2})(?![\d:])/g
const monthDay = /(?<![a-z])([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/g

const firstMatch = (text: string, pattern: RegExp) => [...text.matchAll(pattern)][0]

/** Returns a text with plain letters, digits, spaces and dashes, or '' if it has more than 100 characters. */
function plainMoment(text: string): string {
  if (text.length > 100) return ''
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Dash}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<!\d)(20\d{6})T(\d\d)(\d\d)(?=\d\d)/, '$1T$2:$3:')
    .trim()
}

/**
 * Returns the order of day and month in a column of dates. 'unclear': no date shows the order, and some fit either order.
 * 'mixed': some dates can only begin with the day, and others only with the month.
 */
export function findDateOrder(texts: readonly string[]): DateOrder | 'unclear' | 'mixed' {
  const seen = new Set<DateOrder>()
  let isAmbiguous = false
  for (const text of texts) {
    const [, a = 0, , b = 0] = firstMatch(plainMoment(text), numeric) ?? []
    const [first, second] = [Number(a), Number(b)]
    if (first > 12 && second <= 12) seen.add('day_first')
    else if (second > 12 && first <= 12) seen.add('month_first')
    else if (first !== second) isAmbiguous = true
  }
  if (seen.size === 2) return 'mixed'
  const [only] = seen
  return only ?? (isAmbiguous ? 'unclear' : 'day_first')
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthOf = (name = '') => months.indexOf(name.slice(0, 3)) + 1

function dated(year = '', month: string | number = '', date: string | number = ''): Day | undefined {
  const full = year.length === 2 ? `20${year}` : year
  const day = `${full}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

/** The first day in a text, or 'unclear'. `rest` is the text without any of its days. */
type FoundDay = { day: string | undefined; rest: string }

/** Finds the first day in a text in lower case. */
function findDay(text: string, order: DateOrder | null): FoundDay {
  const without = (pattern: RegExp, day: FoundDay['day']) => ({
    day,
    rest: text.replaceAll(pattern, ' ').replaceAll(/ {2,}/g, ' ').trim(),
  })
  const found = firstMatch(text, iso)
  if (found) return without(iso, dated(found[1], found[3], found[4]))
  const words = firstMatch(text, dayMonth)
  if (words && monthOf(words[2]) > 0) return without(dayMonth, dated(words[3], monthOf(words[2]), words[1]))
  const american = firstMatch(text, monthDay)
  if (american && monthOf(american[1]) > 0)
    return without(monthDay, dated(american[3], monthOf(american[1]), american[2]))
  const numbers = firstMatch(text, numeric)
  if (numbers) return without(numeric, orderedDay(numbers, order))
  const digits = firstMatch(text, compact)
  if (digits) return without(compact, dated(digits[1], digits[2], digits[3]))
  return { day: undefined, rest: text }
}

function orderedDay([, first, , second, year]: string[], order: DateOrder | null): FoundDay['day'] {
  const [a, b] = [Number(first), Number(second)]
  if (a === b || order === 'day_first') return dated(year, b, a)
  if (order === 'month_first') return dated(year, a, b)
  return a > 12 ? dated(year, b, a) : b > 12 ? dated(year, a, b) : 'unclear'
}

type Moment = { day: string | undefined; time: Time | undefined; zone: Zone | undefined }

/** Reads the day, the time and the time zone that a text contains. */
function readMoment(written: string, order: DateOrder | null): Moment {
  const plain = plainMoment(written)
  const stored = storedMoment(plain)
  if (stored) return stored
  const { day, rest } = findDay(plain.toLowerCase(), order)
  const isIso = /^t\d/.test(rest)
  const clock = isIso ? rest.slice(1) : rest
  // The zone is read from the text as written, because AEST in capitals is a zone, whereas "at" is a word.
  const zone = readZone(clock, isIso) ?? (readZone(plain) === 'unknown' ? 'unknown' : undefined)
  return { day, time: findTime(clock, typeof zone === 'number'), zone }
}

/** Reads a stored number: the days since 1900, as in Excel, or the seconds or milliseconds since 1970. */
function storedMoment(plain: string): Moment | undefined {
  const [, days, fraction] = /^([345]\d{4})(\.\d{1,12})?$/.exec(plain) ?? []
  if (days !== undefined) {
    const minutes = Math.round(Number(fraction ?? 0) * 1440) % 1440
    const time = fraction === undefined ? undefined : toTime(minutes)
    return { day: addDays('1899-12-30', Number(days)), time, zone: undefined }
  }
  if (!/^1\d{9}(?:\d{3})?$/.test(plain)) return undefined
  const instant = new Date(Number(plain) * (plain.length === 10 ? 1000 : 1))
  return { day: dayOf(instant), time: clockOf(instant).slice(11), zone: 'Europe/London' }
}

/** Reads the day in a text. A weekday may come before it, and a time after it. */
export function readDate(text: string, order: DateOrder | null): ReadDate {
  const { day, time, zone } = readMoment(text, order)
  if (day === undefined || day === 'unclear') return day
  if (time === undefined || zone === undefined || zone === 'unknown') return { day }
  return toLondon(day, time, zone)
}

/** Returns the time in a text such as '2:30 PM', '1430' or '10 - 11:30am' (the start). A day may come before it. */
export function readClock(text: string): Time | undefined {
  return readMoment(text, 'day_first').time
}

/**
 * Returns when a visit starts. The date and the time may be in two cells or in one. The cell `zone` counts only if those cells
 * name no time zone.
 */
export function readStart(
  cells: { date: string; time: string; zone: string },
  order: DateOrder | null,
): ReadStart {
  const [date, clock] = [readMoment(cells.date, order), readMoment(cells.time, order)]
  const written = cells.date === '' ? clock.day : date.day
  if (written === undefined) return 'date'
  if (written === 'unclear') return 'unclear'
  if (cells.time !== '' && clock.time === undefined && cells.date !== '') return 'time'
  if ([date.zone, clock.zone].includes('unknown')) return 'zone'
  const usual = cells.zone === '' ? 'Europe/London' : (readZone(cells.zone) ?? 'unknown')
  if (usual === 'unknown') return 'zone'
  // A date with a zone is an instant. For example, '2026-07-03T23:00Z' beside '14:00' is on 4 July.
  const isInstant = date.time !== undefined && date.zone !== undefined
  const day = isInstant ? toLondon(written, date.time ?? '', date.zone ?? 0).day : written
  if (clock.time !== undefined) {
    const own = clock.day === undefined || clock.day === 'unclear' ? day : clock.day
    if (isInstant && clock.zone === undefined) return { day, time: clock.time }
    return toLondon(own, clock.time, clock.zone ?? usual)
  }
  if (date.time === undefined) return { day, time: null }
  return toLondon(written, date.time, date.zone ?? usual)
}

const toTime = (minutes: number): Time =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A time as written. A bare number is not `isSure`: it is read as a time only in a range whose other time is `isSure`. */
type Clock = { hour: number; minute: number; half: string; isSure: boolean }

const clockPattern =
  /(?<![\d.:])(\d{1,2})(?:[:.h](\d\d)(?:[:.]\d\d(?:[.,]\d{1,9})?)?)?(?![\d:])(?: ?([ap])\.? ?m?\.?(?![a-z])| ?(h|hrs?|hours|uhr)(?![a-z]))?/g

/** Returns the start time in a text that contains one time or a range of two times. */
function findTime(text: string, hasOffset: boolean): Time | undefined {
  if (/^0?\.\d{1,12}$/.test(text)) return toTime(Math.round(Number(text) * 1440) % 1440)
  const plain = (hasOffset ? text.replaceAll(/(?:utc|gmt)? ?[+-] ?\d{1,2}(?::?\d\d)?\)?$/g, ' ') : text)
    .replaceAll(/(?:12 ?)?(?:noon|midday)/g, '12:00 pm')
    .replaceAll(/(?<![\d:.])([01]\d|2[0-3])([0-5]\d)(?= ?(?:h|-|to|until|till|$))/g, '$1:$2')
  const parts = plain.split(/ ?(?:-|>|\/|\b(?:to|until|till)\b) ?/).filter((part) => /\d/.test(part))
  const [start, end] = parts.map(readWritten)
  if (start === undefined || !(start.isSure || end?.isSure)) return undefined
  return startOf(start, end)
}

function readWritten(text: string): Clock | undefined {
  const found = [...text.matchAll(clockPattern)]
  const best = found.find(([, , minute, half, unit]) => minute ?? half ?? unit)
  const [, hour, minute, half = ''] = best ?? found[0] ?? []
  if (hour === undefined) return undefined
  return { hour: Number(hour), minute: Number(minute ?? 0), half, isSure: best !== undefined }
}

/**
 * Returns the start of a range. A start without AM or PM is in the same half of the day as its end, or in the other half
 * if the start would otherwise not come before the end.
 */
function startOf(start: Clock, end: Clock | undefined): Time | undefined {
  const inHalf = ({ hour, minute }: Clock, half: string) =>
    ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute
  if (start.minute > 59 || start.hour > 23) return undefined
  if (start.half !== '')
    return start.hour < 1 || start.hour > 12 ? undefined : toTime(inHalf(start, start.half))
  const half = end?.half ?? ''
  if (end === undefined || half === '' || start.hour > 12 || start.hour === 0)
    return toTime(start.hour * 60 + start.minute)
  const same = inHalf(start, half)
  return toTime(same < inHalf(end, half) ? same : inHalf(start, half === 'p' ? 'a' : 'p'))
}
