import { findArea } from '../../catalogue/locations/area.server.ts'
import { minLetters, townKey } from '../../catalogue/locations/gazetteer.server.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { nameHolds } from '../../catalogue/vineyards/vineyard.server.ts'
import { readRegions } from './filter-options.server.ts'
import { noFilters } from './filters.ts'
import { findMatches } from './matches.server.ts'
import type { Meaning } from './meaning.ts'
import { findLocations } from './search-location.server.ts'
import { beforeComma, correctName, withoutGenericWords } from './search-term.server.ts'

/**
 * Returns the meaning of a typed text among the visible vineyards: the literal words if a vineyard contains them. Otherwise
 * tries the text with and without generic words: first as literal words, nation or area, then as a vineyard's name with one
 * typing error, then as a location. Unknown words are taken literally and match nothing.
 */
export async function findMeaning(sql: Sql, typed: string, now: Date): Promise<Meaning> {
  const isContained = async (text: string) => {
    const [{ found }] = await sql<[{ found: boolean }]>`
      select exists (select from vineyards v where v.is_visible and ${nameHolds(sql, text)}) as found`
    return found
  }
  if (typed === '' || (await isContained(typed))) return { kind: 'words', search: typed }
  const specific = withoutGenericWords(typed)
  const texts = [typed, specific, withoutGenericWords(beforeComma(typed) ?? typed)]
  const distinct = [...new Set(texts)].filter((text) => townKey(text).length >= minLetters)
  for (const text of distinct) {
    if (text !== typed && (await isContained(text))) return { kind: 'words', search: text }
    const area = findArea(text)
    if (area) return { kind: 'area', name: area.name, regions: (await readRegions(sql)).filter(area.isIn) }
  }
  // A text that has only symbols does not count as generic words.
  if (specific === '' && townKey(typed) !== '') return { kind: 'words', search: '' }
  for (const text of distinct) {
    const corrected = correctName(text, await findMatches(sql, { search: '', filters: noFilters }, now))
    if (!corrected) continue
    const { name, ids } = corrected
    if (name !== null && townKey(name) === townKey(text))
      return { kind: 'names', search: text, ids, is_exact: true }
    return { kind: 'names', search: name ?? text, ids }
  }
  const { locations, corrections } = await findLocations(sql, distinct)
  const [near, ...others] = locations
  return near ? { kind: 'location', near, others, corrections } : { kind: 'words', search: typed }
}
