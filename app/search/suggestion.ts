import type { Position } from '../vineyards/position.ts'

/**
 * Something that somebody may mean by what they have typed so far. Towns and postcodes are looked around, a region
 * filters, a vineyard is gone to. `detail` tells those of one name apart, `near` is what a place is called alone.
 */
export type Suggestion = { label: string; detail: string } & (
  | ({ kind: 'town' | 'postcode'; near: string } & Position)
  | { kind: 'region' }
  | { kind: 'vineyard'; id: string }
)

/** What is offered for a text; `hint` says what else would help. */
export type SuggestionList = { suggestions: Suggestion[]; hint: string | null }

/** More of one kind than this would hide the others. */
export const mostOffered = { town: 4, postcode: 5, region: 2, vineyard: 4 } as const

export const noSuggestions: SuggestionList = { suggestions: [], hint: null }
