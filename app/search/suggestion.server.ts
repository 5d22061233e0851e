import type { Queryable, Sql } from '../platform/database.server.ts'
import { fewestLetters, townKey, type Town } from '../places/gazetteer.ts'
import { gazetteer } from '../places/gazetteer.server.ts'
import { readPostcode, readPostcodeBeginning } from '../places/postcode.ts'
import { postcodesLike } from '../places/postcode.server.ts'
import { placeOf } from '../vineyards/vineyard.ts'
import { listVineyards } from '../vineyards/vineyard.server.ts'
import { searchIndex } from './index/search-index.server.ts'
import { readRegions } from './filter-options.server.ts'
import { noFilters } from './filters.ts'
import { whyNoPostcode } from './near.server.ts'
import { mostOffered, noSuggestions, type Suggestion, type SuggestionList } from './suggestion.ts'

/** What a text may mean: towns first, then regions, then vineyards. What looks like a postcode is only that. */
export async function suggest(sql: Sql, text: string, now: Date): Promise<SuggestionList> {
  const begin = readPostcodeBeginning(text)
  if (begin) return suggestPostcodes(sql, text, begin)
  const key = townKey(text)
  if (key.length < fewestLetters) return noSuggestions
  const [regions, vineyards] = await Promise.all([suggestRegions(sql, key), suggestVineyards(sql, text, now)])
  const towns = gazetteer().like(text, mostOffered.town).map(suggestTown)
  return { suggestions: [...towns, ...regions, ...vineyards], hint: null }
}

async function suggestPostcodes(sql: Queryable, text: string, begin: string): Promise<SuggestionList> {
  const known = await postcodesLike(sql, begin, mostOffered.postcode)
  const postcode = readPostcode(text)
  return {
    suggestions: known.map((one) => ({ kind: 'postcode', detail: 'Postcode', near: one.label, ...one })),
    hint: known.length === 0 && postcode ? await whyNoPostcode(sql, postcode) : null,
  }
}

function suggestTown({ name, area, title, latitude, longitude }: Town): Suggestion {
  return { kind: 'town', label: name, detail: area, near: title, latitude, longitude }
}

async function suggestRegions(sql: Queryable, key: string): Promise<Suggestion[]> {
  const regions = await readRegions(sql)
  const like = regions.filter((region) => ` ${townKey(region)}`.includes(` ${key}`))
  return like.slice(0, mostOffered.region).map((label) => ({ kind: 'region', label, detail: 'Region' }))
}

/** Those whose own name holds the text, not only their town's or region's. */
async function suggestVineyards(sql: Sql, text: string, now: Date): Promise<Suggestion[]> {
  const search = text.trim()
  const wanted = search.toLowerCase()
  const called = await searchIndex(sql, { search, filters: noFilters }, now, (rows, catalogue) =>
    catalogue.first(rows, mostOffered.vineyard, ({ name }) => name.toLowerCase().includes(wanted)),
  )
  const ids = called.map(({ id }) => id)
  const vineyards = ids.length === 0 ? [] : await listVineyards(sql, ids)
  return vineyards.map((vineyard) => ({
    kind: 'vineyard',
    id: vineyard.id,
    label: vineyard.name,
    detail: placeOf(vineyard),
  }))
}
