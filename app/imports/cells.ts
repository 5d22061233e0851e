// Cells of lists from other systems. Readers return undefined for what they cannot read.

import { type Day, dayOf, clockOf, isDay, type Time } from '../platform/days.ts'
import { longestCell } from '../platform/text.ts'

/** Trims a price, number, length, date or time. Longer text is none of them and becomes empty. */
function shortText(text: string): string {
  const plain = text.length > longestCell ? '' : text.trim()
  return plain.length > 100 ? '' : plain
}

const decimal = /^-?\d+(\.\d+)?$/

/** Pounds from '£1,250.00', '25', 'GBP 25.5' or '25,50'. Other currencies are not read. */
export function readPounds(text: string): number | undefined {
  let plain = shortText(text).replaceAll(/[\s\u00a0]|£|gbp/gi, '')
  // A comma with exactly two digits after it, and no point, is a decimal comma.
  plain =
    /^-?[\d.]*\d,\d{2}$/.test(plain) && !plain.includes('.')
      ? plain.replace(',', '.')
      : plain.replaceAll(',', '')
  if (!decimal.test(plain)) return undefined
  const pence = Math.round(Number(plain) * 100)
  return Math.abs(pence - Number(plain) * 100) < 1e-6 && pence >= 0 ? pence / 100 : undefined
}

/** A whole number from '4', '4.0' or '4 people', or the sum of '2 Adults, 1 Child'. */
export function readCount(text: string): number | undefined {
  const plain = shortText(text)
  if (/^\d+([.,]0+)?$/.test(plain)) return Number.parseInt(plain, 10)
  const parts = plain
    .split(/[,;+&]|\band\b/i)
    .map((part) => /^\s*(\d+)\s*(x\s*)?\p{L}[^\d]*$/iu.exec(part)?.[1])
  return parts.every((part) => part !== undefined)
    ? parts.reduce((sum, part) => sum + Number(part), 0)
    : undefined
}

/** Minutes from '90', '90 min', '1h 30min', '1.5 hours', '1:30' or '2 days'. A bare number counts minutes. */
export function readDuration(text: string): number | undefined {
  const plain = shortText(text).toLowerCase()
  if (/^\d+([.,]0+)?$/.test(plain)) return Number.parseInt(plain, 10)
  const clock = /^(\d{1,2}):(\d{2})(:00)?$/.exec(plain)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const spans = [
    ...plain.matchAll(
      /(?<!\d)(\d+(?:[.,]\d+)?)\s*(d(?:ays?)?|h(?:ou)?rs?|h|m(?:in(?:ute)?s?)?)\b\.?|(?<!\d)(\d+)h(\d+)/g,
    ),
  ]
  if (
    spans.length === 0 ||
    plain.replaceAll(
      /(?<!\d)(\d+(?:[.,]\d+)?)\s*(days?|d|hours?|hrs?|h|minutes?|mins?|m)\b\.?|(?<!\d)\d+h\d+|and|[\s,]/g,
      '',
    ) !== ''
  )
    return undefined
  const minutes = spans.reduce((sum, [, amount = '', unit = '', hours, rest]) => {
    if (hours !== undefined) return sum + Number(hours) * 60 + Number(rest)
    return (
      sum + Number(amount.replace(',', '.')) * (unit.startsWith('d') ? 1440 : unit.startsWith('h') ? 60 : 1)
    )
  }, 0)
  return Number.isInteger(minutes) ? minutes : Math.round(minutes)
}

/** Which number of 3/4/2026 is the day. British lists write the day first. */
export const dateOrders = ['day_first', 'month_first'] as const
export type DateOrder = (typeof dateOrders)[number]

const numeric = /(?<![\d:.])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/

/**
 * Finds out which order a column of dates has: 'unclear' if its dates allow both, 'mixed' if some allow only one and some
 * only the other.
 */
export function findDateOrder(texts: readonly string[]): DateOrder | 'unclear' | 'mixed' {
  const seen = new Set<DateOrder>()
  let isAmbiguous = false
  for (const text of texts) {
    const [, first = 0, second = 0] = numeric.exec(shortText(text))?.map(Number) ?? []
    if (first > 12 && second <= 12) seen.add('day_first')
    else if (second > 12 && first <= 12) seen.add('month_first')
    else if (first !== second) isAmbiguous = true
  }
  if (seen.size === 2) return 'mixed'
  const [only] = seen
  return only ?? (isAmbiguous ? 'unclear' : 'day_first')
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** A day, or why it is none: 'unclear' could be two days. With an instant in it, also the time. */
export type ReadDate = { day: Day; time?: Time } | 'unclear' | undefined

/** Reads the day in a text, which may have a weekday before it and a time after it. */
export function readDate(text: string, order: DateOrder | null): ReadDate {
  const plain = shortText(text)
  const instant = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/.exec(plain)
  if (instant) {
    const moment = new Date(
      instant[0]
        .replace(' ', 'T')
        .replace(/\s/, '')
        .replace(/([+-]\d{2})(\d{2})$/, '$1:$2'),
    )
    if (Number.isNaN(moment.getTime())) return undefined
    return { day: dayOf(moment), time: `${clockOf(moment).slice(11, 16)}` }
  }
  const iso = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(plain)
  if (iso) return dated(iso[1], iso[2], iso[3])
  const words =
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?![\d:])/i.exec(
      plain,
    )
  if (words) return dated(words[3], monthOf(words[2] ?? ''), words[1])
  const american = /([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i.exec(plain)
  if (american && monthOf(american[1] ?? '') > 0)
    return dated(american[3], monthOf(american[1] ?? ''), american[2])
  const [, first = '', second = '', year = ''] = numeric.exec(plain) ?? []
  if (first === '') return undefined
  const [a, b] = [Number(first), Number(second)]
  if (a === b) return dated(year, b, a)
  if (order === null) return a > 12 ? dated(year, b, a) : b > 12 ? dated(year, a, b) : 'unclear'
  return order === 'day_first' ? dated(year, b, a) : dated(year, a, b)
}

function dated(year = '', month: string | number = '', date: string | number = ''): { day: Day } | undefined {
  const full = year.length === 2 ? `20${year}` : year
  const day = `${full}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isDay(day) ? { day } : undefined
}

/** The time of day in a text: '2:30 PM', '14:30', '14.30', '2pm', '1430', also after a date. */
export function readClock(text: string): Time | undefined {
  const plain = shortText(text).toLowerCase()
  if (plain === 'noon' || plain === 'midday') return '12:00'
  const found =
    /(?<![\d/.-])(\d{1,2})[:.](\d{2})(?::\d{2})?\s*([ap])\.?m?\.?(?![a-z])/.exec(plain) ??
    /(?<![\d/.:-])(\d{1,2})()\s*([ap])\.?m\b/.exec(plain) ??
    /(?<![\d/.-])(\d{1,2}):(\d{2})(?::\d{2})?()(?!\d)/.exec(plain) ??
    /^(\d{1,2})\.(\d{2})()$/.exec(plain) ??
    /^([01]\d|2[0-3])([0-5]\d)()(?:hrs?|h)?$/.exec(plain)
  if (!found) return undefined
  const [, hours = '', minutes = '', half = ''] = found
  const hour = Number(hours)
  if (half !== '' && (hour < 1 || hour > 12)) return undefined
  const of24 = half === '' ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  if (of24 > 23 || Number(minutes) > 59) return undefined
  return `${String(of24).padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

/** Text that an export wrote as HTML, as plain lines. Text that is too long for a cell is returned as it is. */
export function withoutTags(text: string): string {
  if (text.length > longestCell) return text
  if (!/<\/?(p|br|div|ul|li|strong|b|em|i|a|span|h\d)\b[^<>]*>/i.test(text)) return text
  const entities: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    nbsp: ' ',
    '#39': "'",
    apos: "'",
  }
  return text
    .replaceAll(/<br\s*\/?>|<\/(p|div|li|h\d)>/gi, '\n')
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll(/&(#39|[a-z]+);/gi, (found, name: string) => entities[name.toLowerCase()] ?? found)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
