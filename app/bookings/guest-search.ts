import type { Booking } from './booking.shapes.ts'

/*
 * Staff search for guests by parts of the name, the email address, the telephone number and the reference. A typed text
 * gives alternatives, which are lists of needles (parts of words). A booking is found if its search text has all needles of
 * an alternative. In a search text, a space precedes each word, ' #' each telephone number, and ' /' the reference.
 */

// Unicode does not decompose these letters.
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Returns text in lower case without accents, apostrophes, hyphens and dots: 'Zoë O’Brien-Müller' is 'zoe obrienmuller'. */
export function foldGuestText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[øłđðħıςßæœþ]/g, (character) => plainLetters[character] ?? character)
    .replace(/[\u0300-\u036F'’‘ʼ`´.#/\u2010-\u2015-]/g, '')
}

/** The fewest digits that are searched for in telephone numbers. */
const leastDigits = 4

/** Returns whether a word is searched for only at the beginning of words. */
export const isShortWord = (word: string) =>
  word.length < 3 || (/^\d+$/.test(word) && word.length < leastDigits)

// A reference or a part of it has at least two characters after the CV.
const referencePart = /^(CV[\s-]?)?([2-9A-HJKMNP-Z]{2,4})[\s-]?([2-9A-HJKMNP-Z]{0,2})$/i

/** Returns the alternatives of a typed text, each a list of needles. Text without letters and digits has no alternatives. */
export function guestNeedles(text: string): string[][] {
  const words = foldGuestText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const alternatives = [words.map((word) => (isShortWord(word) ? ` ${word}` : word))]
  const digits = text.replace(/\D/g, '')
  if (/^[+\d\s()./-]+$/.test(text) && digits.length >= leastDigits) {
    alternatives.push([digits])
    const national = digits.replace(/^(00)?440?/, '0')
    if (national.length >= leastDigits) alternatives.push([national])
  }
  const [, prefix, first = '', last = ''] = referencePart.exec(text.trim()) ?? []
  const reference = `${first}${last}`.toLowerCase()
  if (prefix !== undefined) alternatives.push([` /${reference}`])
  else if (reference.length > 2) alternatives.push([reference])
  return alternatives
}

/** Returns whether a search text has all needles of an alternative, by the same rule as the search in the database. */
export function holdsNeedles(searchText: string, needles: string[][]): boolean {
  return needles.some((all) => all.every((needle) => searchText.includes(needle)))
}

/** Returns the search text of a booking of which only the name and the reference are known. */
export function guestSearchText({
  guest_name,
  reference,
}: Pick<Booking, 'guest_name' | 'reference'>): string {
  const name = guest_name.includes('-') ? `${guest_name} ${guest_name.replaceAll('-', ' ')}` : guest_name
  return ` ${foldGuestText(name)} /${reference.slice(3).replaceAll('-', '').toLowerCase()}`
}
