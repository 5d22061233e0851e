// Reads cells from lists of other systems. The functions that return a number return undefined for unreadable text.

import { longestCell } from '../../platform/text/text.ts'
import { readPounds } from '../../platform/read-pounds.ts'

/**
 * Returns the trimmed text of a cell for a price, number, length, date or time, or '' if it has more than 100 characters.
 */
function shortText(text: string): string {
  const plain = text.length > longestCell ? '' : text.trim()
  return plain.length > 100 ? '' : plain
}

/** Returns the pounds in a text such as '£1,250.00', '25' or '25,50'. Cannot read other currencies or '1.250,00'. */
export function readPriceCell(text: string): number | undefined {
  return readPounds(
    shortText(text)
      .normalize('NFKC')
      .replaceAll(/£|gbp|[\sÂ]|(?<=\d)['’](?=\d{3})/gi, ''),
  )
}

// A cell that names an age group or a price does not state a number of people.
const noPeople = /[£$€%@<>~]|\d[.,]\d|\b(?:under|over|from|aged?|ages|yrs?|years?|up|for|at)\b/i

/**
 * Returns the number of people in '4', '4.0' or '4 people', or the sum in '2 Adults, 1 Child', 'Adult: 2, Child: 1',
 * 'Adults x 2 / Children x 1', 'Adults (2), Children (1)' or '2+1'. Ignores text in brackets beside a number, as in
 * 'Adult (18+): 2'.
 */
export function readCount(text: string): number | undefined {
  const written = shortText(text).normalize('NFKC')
  if (/^\d{1,7}([.,]0+)?$/.test(written)) return Number.parseInt(written, 10)
  if (/^\d{1,3}(?: ?\+ ?\d{1,3}){1,9}$/.test(written)) return addUp(written.split('+'))
  const bare = written.replaceAll(/\([^()]*\)/g, ' ')
  const plain = /\d/.test(bare) ? bare : written
  if (noPeople.test(plain)) return undefined
  const parts = plain.match(/\d+|\p{L}[\p{L}'’]*/gu) ?? []
  const words = parts.map((part) => (/\d/.test(part) ? 'n' : /^x$/i.test(part) ? '' : 'w')).join('')
  // Numbers and words must alternate, so that each number has its own words before or after it.
  if (!/^(?:nw+)+$|^(?:w+n)+$/.test(words)) return undefined
  return addUp(parts.filter((part) => /\d/.test(part)))
}

const addUp = (numbers: readonly string[]) => numbers.reduce((sum, part) => sum + Number(part), 0)

/** Returns the minutes in '90', '90 min', '1h 30min', '1.5 hours', '1:30' or '2 days'. A bare number is in minutes. */
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

/** The two orders of day and month in a date such as 3/4/2026. British lists write the day first. */
export const dateOrders = ['day_first', 'month_first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Returns a cell without the characters with which spreadsheets mark text: '0770' for '="0770"', '+44' for '’+44'. */
export function plainCell(cell: string): string {
  const text = cell.trim()
  const inner = text.startsWith('="') && text.endsWith('"') && text.length > 2 ? text.slice(2, -1) : text
  return inner.replace(/^['’](?=[=+\-@\d])/, '').trim()
}

/** Returns whether a cell has no value: it is empty, or has a placeholder such as '-', 'n/a', 'none', '0' or 'tbc'. */
export const isBlank = (text: string) =>
  /^(?:n[/.]?a\.?|none|no|nil|null|undefined|unknown|not provided|tb[acd]|0+(?:[.,]0+)?|\?+|[\p{Pd}\u2212\s._/*#]+)?$/iu.test(
    text,
  )

/** Turns HTML into lines of plain text. Text without tags, or too long for a cell, is returned unchanged. */
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
