import { ok, type Result, refused } from './result.ts'

/** Why a line of text somebody typed was not taken. */
export type TextProblem = 'missing' | 'long' | 'control'

/**
 * One line as it was meant: NFC, spaces trimmed and folded. Line breaks and other control characters are refused, not
 * removed: nobody types them, and a mail header or a CSV row would read them as its own.
 */
export function readLine(raw: FormDataEntryValue | null, longest: number): Result<string, TextProblem> {
  const text = asText(raw).trim()
  if (!text.isWellFormed() || /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u.test(text)) return refused('control')
  const line = text.replace(/\s+/gu, ' ')
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(line)) return refused('missing')
  return line.length > longest ? refused('long') : ok(line)
}

/** Several lines: line ends become \n, other control characters are refused, nothing at all is the empty string. */
export function readProse(raw: FormDataEntryValue | null, longest: number): Result<string, TextProblem> {
  const text = asText(raw).replace(/\r\n?/g, '\n').trim()
  if (!text.isWellFormed() || /[^\P{Cc}\n\t]/u.test(text)) return refused('control')
  return text.length > longest ? refused('long') : ok(text)
}

/** Something@something, without what a mail header could mistake for its own. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+\.[^\s@<>",;:.()[\]\\]+$/.test(text)
}

/** Digits enough to ring, and only what people write between them. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 6 && digits <= 15 && /^\+?[\d\s().x/-]+$/i.test(text)
}

function asText(raw: FormDataEntryValue | null): string {
  return typeof raw === 'string' ? raw.normalize('NFC') : ''
}
