import { countOf } from '../../platform/text/counts.ts'
import type { Meaning } from './meaning.ts'
import { nearMiles } from './near.ts'

/**
 * Returns the heading of the list, such as '17 vineyards found in Wales' or '12 vineyards found, 3 within 25 miles of
 * Canterbury', where `within` is 3. If a day is searched, the heading ends with the party: '12 vineyards found, places for 4'.
 * If only a party is given, the heading ends with `taking`: '228 vineyards found; 8 take a party of 9'.
 */
export function countText(
  total: number,
  {
    search,
    meaning = { kind: 'words', search },
    guests = null,
    taking = null,
    near = null,
    within = null,
  }: {
    search: string
    meaning?: Meaning
    guests?: number | null
    taking?: number | null
    near?: { label: string } | null
    within?: number | null
  },
): string {
  const found = meaning.kind === 'location' ? (within ?? total) : total
  const text = [
    `${countOf(found, 'vineyard')} found${whatWasFound(meaning)}`,
    guests !== null && taking === null && found > 0 && `places for ${guests}`,
    near &&
      meaning.kind !== 'location' &&
      within !== null &&
      total > 0 &&
      `${within === 0 ? 'none' : within} within ${nearMiles} miles of ${near.label}`,
  ]
    .filter(Boolean)
    .join(', ')
  if (taking === null || found === 0) return text
  return `${text}; ${taking || 'none'} ${taking <= 1 ? 'takes' : 'take'} a party of ${guests}`
}

function whatWasFound(meaning: Meaning): string {
  if (meaning.kind === 'area') return ` in ${meaning.name}`
  if (meaning.kind === 'location') return ` near ${meaning.near.label}`
  return meaning.search === '' ? '' : ` for ${meaning.search}`
}
