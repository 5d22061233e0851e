import { ok, type Result, refused } from './result.ts'

/** The most characters that Excel writes into a cell. Readers refuse longer cells before any pattern sees them. */
export const longestCell = 32_767

/** Why a text was refused. */
export type TextProblem = 'missing' | 'long' | 'control'

/**
 * Reads one line: NFC, trimmed, with single spaces. Refuses control characters, which could break an email header or a
 * CSV row.
 */
export function readLine(raw: FormDataEntryValue | null, longest: number): Result<string, TextProblem> {
  const text = asText(raw).trim()
  if (!text.isWellFormed() || /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u.test(text)) return refused('control')
  const line = text.replace(/\s+/gu, ' ')
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(line)) return refused('missing')
  return line.length > longest ? refused('long') : ok(line)
}

/** Reads several lines: line ends become \n and tabs a space, other control characters are refused. May be empty. */
export function readProse(raw: FormDataEntryValue | null, longest: number): Result<string, TextProblem> {
  const text = asText(raw).replace(/\r\n?/g, '\n').replace(/\t+/g, ' ').trim()
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text)) return refused('control')
  return text.length > longest ? refused('long') : ok(text)
}

/** Whether a text is name@domain without characters that are special in email headers. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+\.[^\s@<>",;:.()[\]\\]+$/.test(text)
}

/** Whether a text has 6–15 digits and only characters usual in phone numbers. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 6 && digits <= 15 && /^\+?[\d\s().x/-]+$/i.test(text)
}

function asText(raw: FormDataEntryValue | null): string {
  return typeof raw === 'string' ? raw.normalize('NFC') : ''
}

const apostrophes = /[’‘ʼ`´]/g

/** Replaces every kind of apostrophe by ', so that a search finds names however they are typed. */
export function plainApostrophes(text: string): string {
  return text.replace(apostrophes, "'")
}
