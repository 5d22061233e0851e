import { z } from 'zod'

import { suggestAreas } from '../../catalogue/locations/area.server.ts'
import { gazetteer, minLetters, type Town, townKey } from '../../catalogue/locations/gazetteer.server.ts'
import { findPostcodesByPrefix } from '../../catalogue/locations/postcode.server.ts'
import { readPostcode, readPostcodePrefix } from '../../catalogue/locations/postcode.ts'
import { id } from '../../platform/api/fields.server.ts'
import { containsTerm } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { locationOf } from '../../catalogue/vineyards/vineyard.ts'
import { nameHolds } from '../../catalogue/vineyards/vineyard.server.ts'
import { readRegions } from './filter-options.server.ts'
import { locationTyped } from './near.ts'
import { unknownPostcodeHint } from './search-location.server.ts'

const texts = { label: z.string(), detail: z.string() }
const position = {
  near: z.string().meta({ description: 'The name of the location in the heading of the list of vineyards.' }),
  latitude: z.number(),
  longitude: z.number(),
}

/**
 * A possible meaning of the typed text. Choosing a nation or area searches for its name. A town or postcode becomes the location
 * of the search, a region becomes a filter, and a vineyard opens its page. `detail` distinguishes equal labels; `near` is the
 * name of the location, which is unambiguous without `detail`.
 */
const suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['town', 'postcode']), ...texts, ...position }),
  z.object({ kind: z.enum(['area', 'region']), ...texts }),
  z.object({ kind: z.literal('vineyard'), id, ...texts }),
])
export type Suggestion = z.infer<typeof suggestion>

export const suggestionList = z
  .object({
    suggestions: z.array(suggestion),
    hint: z.string().nullable().meta({
      description: 'A sentence that says what to type instead, if the text is a postcode that is not known.',
    }),
  })
  .meta({ id: 'Suggestions' })
export type SuggestionList = z.infer<typeof suggestionList>

/** Limits for each kind, so that no kind crowds out the others. */
const limits = { area: 2, town: 4, postcode: 5, region: 2, vineyard: 4 } as const

/** Returns postcodes for a text that looks like a postcode, otherwise areas, towns, regions and vineyards, in this order. */
export async function suggest(sql: Queryable, typed: string): Promise<SuggestionList> {
  const text = locationTyped(typed)
  const prefix = readPostcodePrefix(text)
  if (prefix) return suggestPostcodes(sql, text, prefix)
  const key = townKey(text)
  if (key.length < minLetters) return { suggestions: [], hint: null }
  const [regions, vineyards] = await Promise.all([readRegions(sql), suggestVineyards(sql, text)])
  const areas = suggestAreas(key)
    .filter(({ isIn }) => regions.some(isIn))
    .map(({ name }): Suggestion => ({ kind: 'area', label: name.replace(/^the /, ''), detail: 'Area' }))
    .filter(({ label }) => !regions.includes(label))
    .slice(0, limits.area)
  const towns = gazetteer().suggest(text, limits.town).map(suggestTown)
  return { suggestions: [...areas, ...towns, ...suggestRegions(regions, key), ...vineyards], hint: null }
}

const postcodeKind = { kind: 'postcode', detail: 'Postcode' } as const

async function suggestPostcodes(sql: Queryable, text: string, prefix: string): Promise<SuggestionList> {
  const known = await findPostcodesByPrefix(sql, prefix, limits.postcode)
  const postcode = readPostcode(text)
  return {
    suggestions: known.map((postcode) => ({ ...postcodeKind, near: postcode.label, ...postcode })),
    hint: known.length === 0 && postcode ? unknownPostcodeHint(postcode) : null,
  }
}

function suggestTown({ name, area, title, latitude, longitude }: Town): Suggestion {
  return { kind: 'town', label: name, detail: area, near: title, latitude, longitude }
}

function suggestRegions(regions: string[], key: string): Suggestion[] {
  const matching = regions.filter((region) => ` ${townKey(region)}`.includes(` ${key}`))
  return matching.slice(0, limits.region).map((label) => ({ kind: 'region', label, detail: 'Region' }))
}

/** Returns the first `most` visible vineyards whose own name, not town or region, contains the text, by name. */
export async function suggestVineyards(
  sql: Queryable,
  text: string,
  most: number = limits.vineyard,
): Promise<(Suggestion & { kind: 'vineyard' })[]> {
  const term = text.trim()
  const vineyards = await sql<{ id: string; name: string; city: string | null; region: string | null }[]>`
    select v.id, v.name, v.city, v.region from vineyards v
    where v.is_visible and ${nameHolds(sql, term)}
      and ${containsTerm(sql, sql`vineyard_words(v.name, null, null)`, term)}
    order by name_sort_key(v.name), v.id
    limit ${most}`
  return vineyards.map(({ id, name, ...place }) => ({
    kind: 'vineyard',
    id,
    label: name,
    detail: locationOf(place),
  }))
}
