import type { Near } from './near.ts'

/**
 * What the words of a search mean. `words` is the literal rule: name, town or county contains `search`, which differs from the
 * typed text if generic words were left out. An area is made of regions; names are those of vineyards with a typing error;
 * a location shows what is near it.
 */
export type Meaning =
  | { kind: 'words'; search: string }
  | { kind: 'area'; name: string; regions: string[] }
  | { kind: 'names'; search: string; ids: string[] }
  | { kind: 'location'; near: Near; others: Near[]; corrections: string[] }

/** 'No vineyard’s name, town or county contains ‘brighton’.', null if the words are found as they were typed. */
export function meaningSentence(typed: string, meaning: Meaning): string | null {
  if (meaning.kind === 'words' && meaning.search === typed) return null
  return `No vineyard’s name, town or county contains ‘${typed}’.`
}
