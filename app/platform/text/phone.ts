import { ok, type Result, refused } from '../result.ts'
import { type ContactProblem, readLine } from './text.ts'

/** Reads a telephone number of at most 40 characters, and writes it with ASCII digits and hyphens. Keeps 'ext 4'. */
export function readPhoneNumber(raw: FormDataEntryValue | null): Result<string, ContactProblem> {
  const line = readLine(raw, 40)
  if (!line.ok) return line
  const phone = cleanPhone(line.value)
  return isPhone(phone) ? ok(phone) : refused('invalid')
}

/** Returns a clean line with ASCII digits and hyphens instead of other digits and dashes. */
export function cleanPhone(line: string): string {
  const text = line.normalize('NFKC').replace(/[\p{Pd}\u2212]/gu, '-')
  return text.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)))
}

/** Returns the value of a decimal digit in any script. Unicode has the ten digits of a script in a row. */
function digitOf(code: number): number {
  const isDigit = (other: number) => /^\p{Nd}$/u.test(String.fromCodePoint(other))
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value++
  return value
}

/**
 * Returns whether a text has 6–15 digits, only characters usual in phone numbers, and perhaps an extension of 1–6
 * digits.
 */
export function isPhone(text: string): boolean {
  const [number = '', extension = '0', ...more] = text.split(/ext(?:ension|n)?\.?:?|x/i)
  const digits = number.replace(/\D/g, '').length
  return (
    more.length === 0 &&
    digits >= 6 &&
    digits <= 15 &&
    /^\+?[\d\s()./-]+$/.test(number) &&
    /^\s?\d{1,6}$/.test(extension)
  )
}
