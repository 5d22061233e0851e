import { ok, type Result, refused } from '../platform/result.ts'

/** In characters. Length makes passwords hard to guess; rules about symbols only make them hard to remember. */
export const passwordLength = { shortest: 10, longest: 200 } as const

const sentences = {
  short: `Please choose at least ${passwordLength.shortest} characters.`,
  long: `Please keep it to ${passwordLength.longest} characters.`,
  plain: 'That password is too easy to guess. Please choose another.',
}

/** The new password in Unicode normal form, or why it is refused. */
export function readNewPassword(raw: unknown): Result<string, string> {
  const password = typeof raw === 'string' ? normalPassword(raw) : ''
  if ([...password].length < passwordLength.shortest) return refused(sentences.short)
  if ([...password].length > passwordLength.longest) return refused(sentences.long)
  return isPlain(password) ? refused(sentences.plain) : ok(password)
}

/** The password in the normal form that is hashed, however the keyboard composed its characters. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFC')
}

/** Repeated characters, runs of the alphabet, digits or keyboard, common words, or the site's name. */
function isPlain(password: string): boolean {
  const lower = password.toLowerCase()
  const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm']
  return (
    new Set(lower).size < 4 ||
    runs.some((run) => run.includes(lower)) ||
    /^(pass(word|wort)?|letmein|welcome|vineyard|winemaker)[\d!?.]*$/.test(lower) ||
    isProductName(lower)
  )
}

const lettersFor: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  '@': 'a',
  $: 's',
  '&': 'and',
}

/** Whether a password is the product's name, also with digits for letters (`v1ne`) or digits at its end. */
function isProductName(lower: string): boolean {
  return [lower, lower.replace(/[\d\W_]+$/, '')].some((text) => {
    const normalised = text
      .normalize('NFKC')
      .replace(/[0-5@$&]/g, (sign) => lettersFor[sign] ?? '')
      .replace(/[^a-z]/g, '')
    return /^(the)?(chalk(and|n)?vines?)+$/.test(normalised)
  })
}
