// Entries with the same name, apart from words like "vineyard", are one vineyard if their keys are equal or they are within
// 10 km. If a position is missing, the outcodes decide; if a postcode is missing too, an equal town or county is enough.
// An import fills empty fields, but only in vineyards that an earlier import created and nobody has changed since.

import type { ImportEntry, RefusedRow } from './vineyard-import.ts'
import { hasPosition, kilometresBetween } from '../../catalogue/vineyards/position.ts'
import { reasons } from './import-format.ts'
import { socialFields, textFields, type Vineyard } from '../../catalogue/vineyards/vineyard.ts'

/** The fields of a known vineyard that an import can fill. */
export const fillable = [...textFields, ...socialFields, 'latitude', 'longitude'] as const
type Fillable = (typeof fillable)[number]

export type KnownVineyard = Pick<Vineyard, 'id' | 'name' | Fillable> & {
  source_key: string | null
  untouched: boolean
}
export type NewVineyard = Omit<ImportEntry, 'line'> & { source_key: string }
/** The values for a vineyard's empty fields. */
export type Filling = { id: string; fills: Partial<Pick<ImportEntry, Fillable>> }

/** The outcome of a readable row: the known vineyard, if there is one, and the fields that the row fills. */
type PlannedRow = { line: number; name: string; source_key: string } & (
  | { outcome: 'new'; vineyard_id: null; fills: [] }
  | { outcome: 'filled'; vineyard_id: string; fills: Fillable[] }
  | { outcome: 'unchanged'; vineyard_id: string; fills: [] }
)

export type ImportPlan = {
  inserts: NewVineyard[]
  fillings: Filling[]
  outcomes: PlannedRow[]
  refusals: RefusedRow[]
}

/** Plans the entries in the order of the list. A second row about the same vineyard is refused. */
export function planImport(listed: KnownVineyard[], entries: ImportEntry[]): ImportPlan {
  // An unknown position, such as (0, 0), counts as an empty field, which an import can fill.
  const known = listed.map((one) => (hasPosition(one) ? one : { ...one, latitude: null, longitude: null }))
  const plan: ImportPlan = { inserts: [], fillings: [], outcomes: [], refusals: [] }
  const byName = Map.groupBy(known, ({ name }) => bareName(name))
  const byKey = new Map(known.map((vineyard) => [vineyard.source_key, vineyard]))
  const entriesByName = new Map<string, ImportEntry[]>()

  for (const { line, ...entry } of entries) {
    const name = bareName(entry.name)
    const source_key = importKey(entry)
    const earlier = entriesByName.get(name) ?? []
    const twin = earlier.find((other) => importKey(other) === source_key || isSameLocation(other, entry))
    if (twin) {
      plan.refusals.push({ line, name: entry.name, reasons: [reasons.twin(twin.line)] })
      continue
    }
    entriesByName.set(name, [...earlier, { ...entry, line }])

    const existing =
      byKey.get(source_key) ?? byName.get(name)?.find((vineyard) => isSameLocation(vineyard, entry))
    // A vineyard or entry has both coordinates or neither, so filling never mixes two positions.
    const fills = existing?.untouched
      ? fillable.filter((field) => existing[field] === null && entry[field] !== null)
      : []
    const row = { line, name: entry.name, source_key }
    if (existing === undefined) {
      plan.inserts.push({ ...entry, source_key })
      plan.outcomes.push({ ...row, outcome: 'new', vineyard_id: null, fills: [] })
    } else if (fills.length > 0) {
      const values = Object.fromEntries(fills.map((field) => [field, entry[field]]))
      plan.fillings.push({ id: existing.id, fills: values })
      plan.outcomes.push({ ...row, outcome: 'filled', vineyard_id: existing.id, fills })
    } else plan.outcomes.push({ ...row, outcome: 'unchanged', vineyard_id: existing.id, fills: [] })
  }
  return plan
}

/**
 * Returns the key that later imports use to find an entry: 'camel valley @ pl30', or the name with its town or county.
 */
export function importKey(entry: RowLocation & Pick<ImportEntry, 'name'>) {
  const { name, postcode, city, region, latitude, longitude } = entry
  const location = postcode ? outcodeOf(postcode) : (city ?? region ?? `${latitude} ${longitude}`)
  return `${bareName(name)} @ ${plain(location)}`
}

const generic =
  /\b(the|vineyards?|vines?|wines?|winery|wineries|estates?|farm|organic|family|english|ltd|limited|and|llp|co)\b/g

/** Returns a name without generic words, such as 'camel valley'. A name that has only generic words stays whole. */
function bareName(name: string): string {
  const whole = plain(name)
  return whole.replace(generic, ' ').replace(/\s+/g, ' ').trim() || whole
}

/** Returns a text in lower case, without accents, apostrophes or punctuation. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function outcodeOf(postcode: string): string {
  return postcode.split(' ')[0] ?? postcode
}

type RowLocation = Pick<ImportEntry, 'postcode' | 'city' | 'region' | 'latitude' | 'longitude'>

function isSameLocation(a: RowLocation, b: RowLocation): boolean {
  if (hasPosition(a) && hasPosition(b)) return kilometresBetween(a, b) <= 10
  if (a.postcode !== null && b.postcode !== null) return outcodeOf(a.postcode) === outcodeOf(b.postcode)
  if (a.city !== null && b.city !== null && plain(a.city) === plain(b.city)) return true
  return a.region !== null && b.region !== null && plain(a.region) === plain(b.region)
}
