// Reads email addresses and phone numbers from lists of other systems.

import { isEmail, isPhone } from '../../platform/text/text.ts'
import { isBlank } from '../lists/cells.ts'

/** A contact from a cell. `rest` is the remaining text of the cell, and `note` is a remark for staff. */
export type ReadContact = { value: string | null; rest?: string; note?: string }

/** Reads the first email address of a cell, such as 'Fi Lee <fi@example.com>' or a list of several addresses. */
export function readEmailCell(cell: string): ReadContact {
  const text = cell.slice(0, 500).trim()
  if (isBlank(text)) return { value: null }
  const found = [/[\s;,|<>()"[\]]+|mailto:/i, /[\s;,|<>()"[\]/]+|mailto:/i]
    .flatMap((marks) => text.split(marks))
    .find(isEmail)
  if (found === undefined) return { value: null, rest: text }
  return { value: found, ...(text.replace(/^mailto:/i, '') !== found && { rest: text }) }
}

/** Reads the first phone number of a cell, ignoring a label, and repairs the damage that spreadsheets do. */
export function readPhoneCell(cell: string): ReadContact {
  const text = cell.slice(0, 500).normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  if (isBlank(text)) return { value: null }
  const digits = withoutExponent(text)
  if (digits === null)
    return { value: null, note: `Excel has shortened the phone number “${text.slice(0, 40)}”.` }
  const whole = tidyPhone(digits)
  const numbers = isUsable(whole) ? [whole] : digits.split(/ ?(?:[;|,/&]|\b(?:or|and)\b) ?/i).map(tidyPhone)
  const found = numbers.find(isUsable)
  if (found === undefined) return { value: null, rest: text }
  const value = withZero(found)
  return {
    value,
    ...(numbers.length > 1 && { rest: text }),
    ...(value !== found && { note: `The phone number ${text.slice(0, 40)} is read as ${value}.` }),
  }
}

const isUsable = (text: string) => text.length <= 40 && isPhone(text)

/** Returns a number such as '4.47700900123E+11' as digits, or null if digits were lost. */
function withoutExponent(text: string): string | null {
  const [, first, decimals = '', exponent] = /^(\d)(?:[.,](\d{1,20}))?e\+?(\d{1,2})$/i.exec(text) ?? []
  if (exponent === undefined) return text
  return decimals.length === Number(exponent) ? `${first}${decimals}` : null
}

/** Removes labels and the (0) after +44, and writes an extension in the form x4. */
function tidyPhone(text: string): string {
  return text
    .replaceAll(/\([a-z .]{1,30}\)/gi, ' ')
    .replace(/^ ?[a-z][a-z .]{0,20}[a-z.]:? ?(?=[\d+(])/i, '')
    .replace(/^(\+|00) ?44 ?\(0\) ?/, '+44 ')
    .replace(/,? ?(?:(?<!e)x|extn?|extension)[.:]? ?(\d{1,6})$/i, ' x$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** Restores the first 0 of a number, or the + before 44, because spreadsheets remove both. */
function withZero(text: string): string {
  if (!/^\d+$/.test(text)) return text
  if (/^44[1-35-9]\d{8,9}$/.test(text)) return `+${text}`
  if (!/^(?:[1-35-9]\d{9}|[18]\d{8})$/.test(text)) return text
  const area = text.startsWith('2') ? 2 : 4
  return `0${text.slice(0, area)} ${text.slice(area)}`
}
