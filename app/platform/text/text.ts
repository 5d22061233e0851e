import { ok, type Result, refused } from '../result.ts'

/** The most characters that Excel writes into a cell. Readers refuse longer cells before any pattern sees them. */
export const longestCell = 32_767

/** Why a text was refused. */
export type TextProblem = 'missing' | 'long' | 'control'

/** Characters that people do not see: direction marks, zero-width characters and soft hyphens. */
const unseen = /[\p{Bidi_Control}\u00AD\u200B\u2060\uFEFF]/gu
/** Zero-width joiners, except between two letters, where Persian, Arabic and Indian names need them. */
const joiners = /(?<![\p{L}\p{M}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}])/gu
/** The number of characters by which a text may exceed its limit. Longer texts are refused before slow patterns read them. */
const longestRaw = 10_000

/** Cleans the text of a one-line field: NFC, trimmed, with single spaces and without invisible characters. */
export function cleanLine(text: string): string {
  return text.normalize('NFC').replace(unseen, '').replace(joiners, '').trim().replace(/\s+/gu, ' ')
}

/** Reads and cleans one line. Refuses control characters, which could break an email header or a CSV row. */
export function readLine(raw: FormDataEntryValue | null, longest: number): Result<string, TextProblem> {
  const text = typeof raw === 'string' ? raw : ''
  if (text.length > longest + longestRaw) return refused('long')
  // Line breaks at both ends of the text do not belong to the line.
  if (!text.isWellFormed() || /[\p{Cc}\u2028\u2029]/u.test(text.trim())) return refused('control')
  const line = cleanLine(text)
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(line)) return refused('missing')
  return line.length > longest ? refused('long') : ok(line)
}

/** Why an email address or a telephone number was refused. */
type ContactProblem = TextProblem | 'invalid'

/** Reads an email address of at most 254 characters, from which it removes zero-width joiners. */
export function readEmailAddress(raw: FormDataEntryValue | null): Result<string, ContactProblem> {
  const line = readLine(typeof raw === 'string' ? raw.replace(/[\u200C\u200D]/g, '') : null, 254)
  return !line.ok || isEmail(line.value) ? line : refused('invalid')
}

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

/** Reads several lines: line ends become \n and tabs a space, other control characters are refused. May be empty. */
export function readProse(raw: FormDataEntryValue | null, longest: number): Result<string, TextProblem> {
  const text = asText(raw).replace(/\r\n?/g, '\n').replace(/\t+/g, ' ').trim()
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text)) return refused('control')
  return text.length > longest ? refused('long') : ok(text)
}

/**
 * Returns whether a text is name@domain without characters that are special in email headers, and without two dots in a
 * row.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    !/\.\.|\.@|^\./.test(text) &&
    /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+\.[^\s@<>",;:.()[\]\\]+$/.test(text)
  )
}

/** Returns the mailbox of an address: 'ada+wine@example.com' gives 'ada@example.com'. Limits count mailboxes. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  return `${name.split('+')[0]}@${domain}`
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

function asText(raw: FormDataEntryValue | null): string {
  return typeof raw === 'string' ? raw.normalize('NFC') : ''
}
