import type { Near } from './near.ts'

/**
 * The meaning of a search's words. `words`: name, town or county contain `search`, the typed text without generic words. `area`:
 * a nation or area that consists of regions. `names`: names of vineyards, typed with an error or, if `is_exact`, only with
 * other accents. `location`: a town or postcode, near which the search finds vineyards.
 */
export type Meaning =
  | { kind: 'words'; search: string }
  | { kind: 'area'; name: string; regions: string[] }
  | { kind: 'names'; search: string; ids: string[]; is_exact?: boolean }
  | { kind: 'location'; near: Near; others: Near[]; corrections: string[] }

/** Returns 'No vineyard’s name, town or county contains ‘brighton’.', or null if the words are searched as typed. */
export function meaningSentence(typed: string, meaning: Meaning): string | null {
  if ('is_exact' in meaning || (meaning.kind === 'words' && meaning.search === typed)) return null
  return `No vineyard’s name, town or county contains ‘${typed}’.`
}
