import { ok, type Result, refused } from '../../platform/result.ts'

/**
 * The limits in characters. Length makes a password hard to guess. Rules about symbols only make it hard to remember.
 */
export const passwordLength = { shortest: 10, longest: 200 } as const

export const passwordSentences = {
  short: `Please choose at least ${passwordLength.shortest} characters.`,
  long: `Please keep it to ${passwordLength.longest} characters.`,
  plain: 'That password is too easy to guess. Please choose another.',
  own_words:
    'That password is little more than your name, your address or your vineyard’s name. Please choose words that nobody would expect.',
  breached: 'That password is known from a breach of another site. Please choose another.',
}

/**
 * Returns the new password in Unicode normal form, or why it is refused. The password must not consist of `ownWords`,
 * such as the names of the person and the vineyard.
 */
export function readNewPassword(raw: unknown, ownWords: readonly string[] = []): Result<string, string> {
  const password = typeof raw === 'string' ? normalPassword(raw) : ''
  if ([...password].length < passwordLength.shortest) return refused(passwordSentences.short)
  if ([...password].length > passwordLength.longest) return refused(passwordSentences.long)
  if (isPlain(password) || isMadeOf(password, siteWords)) return refused(passwordSentences.plain)
  return isMadeOf(password, [...siteWords, ...ownWords]) ? refused(passwordSentences.own_words) : ok(password)
}

/** Returns the password in Unicode normal form C, so that every keyboard leads to the same hash. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFC')
}

/** Returns whether a password repeats a few characters, or follows the alphabet, the digits or the keyboard. */
function isPlain(password: string): boolean {
  const lower = password.toLowerCase()
  const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm']
  return new Set(lower).size < 4 || runs.some((run) => run.includes(lower))
}

/** The words that attackers try first on this site. `docs/guide/run/accounts.md` lists them. */
const siteWords = (
  'chalk vine vines vineyard vineyards winery wine wines winemaker grape estate sussex kent hampshire england english ' +
  'sparkling tasting booking bookings admin administrator password passwort letmein welcome login secret changeme the and'
).split(' ')

/** The number of letters that a password needs beside known words. With fewer letters, it is easy to guess. */
const leastLetters = 5

/** Returns whether a password has little besides these words. Digits may replace letters (`v1ne`) or follow a word. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = words
    .flatMap((word) => word.split(/[\s.,@&+_/-]+/))
    .map(lettersOf)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
  return [password, password.replace(/(?<![\d\W_])[\d\W_]+$/, '')].some((text) => {
    const plain = lettersOf(text)
    const rest = known.reduce((left, word) => left.replaceAll(word, ' '), plain)
    return rest !== plain && rest.replaceAll(' ', '').length < leastLetters
  })
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

/** Returns the letters of a text without accents, and with letters for digits and signs that resemble them. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[0-5@$&]/g, (sign) => lettersFor[sign] ?? '')
    .replace(/[^\p{L}]/gu, '')
}
