// Two entries are the same vineyard if their names are equal without words like "vineyard" and "estate", and they are
// in the same outcode or town or within 10 km, or, if that is unknown, in the same county. An import fills only the empty
// fields of vineyards that an import created and nobody has changed since. Filling is a change, so it happens once.

import type { ImportEntry, RefusedRow } from './import.ts'
import { reasons } from './import-format.ts'
import type { Vineyard } from '../vineyard.ts'

const fillable = [
  'city',
  'region',
  'address',
  'postcode',
  'description',
  'phone',
  'email',
  'website',
  'facebook_url',
  'instagram_url',
  'twitter_url',
  'linkedin_url',
  'youtube_url',
  'tiktok_url',
] as const
type Fillable = (typeof fillable)[number] | 'latitude' | 'longitude'

export type KnownVineyard = Pick<Vineyard, 'id' | 'name' | Fillable> & {
  source_key: string | null
  untouched: boolean
}
export type NewVineyard = Omit<ImportEntry, 'line'> & { source_key: string }
export type Filling = Pick<Vineyard, 'id' | Fillable>

/** The outcome of a readable row: the known vineyard, if any, and the fields that it fills. */
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

/** Decides each entry in turn. A second row about the same vineyard is refused. */
export function planImport(known: KnownVineyard[], entries: ImportEntry[]): ImportPlan {
  const plan: ImportPlan = { inserts: [], fillings: [], outcomes: [], refusals: [] }
  const byName = Map.groupBy(known, ({ name }) => bareName(name))
  const byKey = new Map(known.map((vineyard) => [vineyard.source_key, vineyard]))
  const entriesByName = new Map<string, ImportEntry[]>()

  for (const { line, ...entry } of entries) {
    const name = bareName(entry.name)
    const source_key = importKey(entry)
    const earlier = entriesByName.get(name) ?? []
    const twin = earlier.find((other) => importKey(other) === source_key || isSamePlace(other, entry))
    if (twin) {
      plan.refusals.push({ line, name: entry.name, reasons: [reasons.twin(twin.line)] })
      continue
    }
    entriesByName.set(name, [...earlier, { ...entry, line }])

    const existing =
      byKey.get(source_key) ?? byName.get(name)?.find((vineyard) => isSamePlace(vineyard, entry))
    const filled = existing?.untouched ? fill(existing, entry) : undefined
    const row = { line, name: entry.name, source_key }
    if (existing === undefined) {
      plan.inserts.push({ ...entry, source_key })
      plan.outcomes.push({ ...row, outcome: 'new', vineyard_id: null, fills: [] })
    } else if (filled) {
      plan.fillings.push(filled.filling)
      plan.outcomes.push({ ...row, outcome: 'filled', vineyard_id: existing.id, fills: filled.fills })
    } else plan.outcomes.push({ ...row, outcome: 'unchanged', vineyard_id: existing.id, fills: [] })
  }
  return plan
}

/** The key that identifies an entry in later imports: 'camel valley @ pl30', else with its town or county. */
export function importKey(
  entry: Pick<ImportEntry, 'name' | 'postcode' | 'city' | 'region' | 'latitude' | 'longitude'>,
) {
  const { name, postcode, city, region, latitude, longitude } = entry
  const place = postcode ? outcodeOf(postcode) : (city ?? region ?? `${latitude} ${longitude}`)
  return `${bareName(name)} @ ${plain(place)}`
}

const generic =
  /\b(the|vineyards?|vines?|wines?|winery|wineries|estates?|farm|organic|family|english|ltd|limited|and|llp|co)\b/g

/** 'camel valley' from "Camel Valley Vineyard Ltd". A name of only generic words stays whole. */
function bareName(name: string): string {
  const whole = plain(name)
  return whole.replace(generic, ' ').replace(/\s+/g, ' ').trim() || whole
}

/** Lower case, without accents, apostrophes and punctuation. */
function plain(text: string): string {
  const plainText = text.normalize('NFKD').replace(/[\p{M}'’]/gu, '')
  return plainText
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function outcodeOf(postcode: string): string {
  return postcode.split(' ')[0] ?? postcode
}

type RowLocation = Pick<ImportEntry, 'postcode' | 'city' | 'region' | 'latitude' | 'longitude'>

function isSamePlace(a: RowLocation, b: RowLocation): boolean {
  if (a.latitude !== null && b.latitude !== null) return kilometres(a, b) <= 10
  if (a.postcode !== null && b.postcode !== null) return outcodeOf(a.postcode) === outcodeOf(b.postcode)
  if (a.city !== null && b.city !== null && plain(a.city) === plain(b.city)) return true
  return a.region !== null && b.region !== null && plain(a.region) === plain(b.region)
}

/** An equirectangular approximation, accurate to about a metre at this range. */
function kilometres(a: RowLocation, b: RowLocation): number {
  const [fromLat, fromLng, toLat, toLng] = [
    a.latitude ?? 0,
    a.longitude ?? 0,
    b.latitude ?? 0,
    b.longitude ?? 0,
  ]
  const east = (toLng - fromLng) * Math.cos(((fromLat + toLat) / 2) * (Math.PI / 180))
  return Math.hypot(toLat - fromLat, east) * 111.2
}

/** The vineyard with its gaps filled, undefined if there is nothing to fill. A position is filled as a whole. */
function fill(
  known: KnownVineyard,
  entry: Omit<ImportEntry, 'line'>,
): { filling: Filling; fills: Fillable[] } | undefined {
  const fields = fillable.filter((field) => known[field] === null && entry[field] !== null)
  const placed = known.latitude === null && known.longitude === null && entry.latitude !== null
  const fills: Fillable[] = placed ? [...fields, 'latitude', 'longitude'] : fields
  if (fills.length === 0) return undefined
  const filling: Filling = { ...known, ...Object.fromEntries(fills.map((field) => [field, entry[field]])) }
  return { filling, fills }
}
