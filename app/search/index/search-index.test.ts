import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noFilters, durations, groupSizes } from '../filters.ts'
import { SearchIndex } from './search-index.ts'
import { none } from './codes.ts'

const experience = fc.record({
  type: fc.constantFrom('tour', 'tasting', null),
  price: fc.constantFrom(0, 990, 1000, 1050, 3000, 62_000, 10_000_000),
  minutes: fc.constantFrom(45, 60, 119, 120, 1440),
  most: fc.constantFrom(none, 2, 4, 10, 30),
})
const vineyard = fc.record({
  name: fc.constantFrom('Oak Hill', 'Hill Estate', 'Estate of Oak', 'Œrn', 'B', 'oakhill'),
  city: fc.constantFrom('Ash', 'Hill', 'Ash Hill', null),
  region: fc.constantFrom('Kent', 'Devon', null),
  experiences: fc.array(experience, { maxLength: 3 }),
})
const search = fc.record({
  term: fc.constantFrom(
    '',
    '',
    'a',
    'o',
    'z',
    'œ',
    'hill',
    'il',
    'hill estate',
    'k h',
    'l e',
    'oak oak',
    ' ',
  ),
  region: fc.constantFrom(null, null, 'Kent', 'Rutland'),
  type: fc.constantFrom(null, null, 'tour', 'tasting', 'picnic'),
  minPrice: fc.constantFrom(0, 0, 10),
  maxPrice: fc.constantFrom(500, 500, 30),
  minDuration: fc.constantFrom(null, null, ...durations),
  maxGroupSize: fc.constantFrom(null, null, ...groupSizes),
})
const step = fc.oneof(
  { arbitrary: vineyard, weight: 6 },
  { arbitrary: fc.nat(40), weight: 1 },
  { arbitrary: search, weight: 3 },
)
type Vineyard = typeof vineyard extends fc.Arbitrary<infer Value> ? Value : never
type Search = typeof search extends fc.Arbitrary<infer Value> ? Value : never

/** Its row as the database would send it: without patterns, and with ids that nobody looks at. */
function rowOf(id: string, { experiences, ...words }: Vineyard) {
  const withoutId = experiences.map(({ price, minutes, most }) => [price, minutes, 1, most, 0, 365, 0, 0])
  const numbers = withoutId.flatMap((rest) => [0, 0, 0, 0, ...rest])
  const rows = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) rows.writeInt32BE(number, at * 4)
  return { id, ...words, latitude: null, longitude: null, types: experiences.map(({ type }) => type), rows }
}

function answers({ name, city, region, experiences }: Vineyard, wanted: Search): boolean {
  const { term, type, minPrice, maxPrice, minDuration, maxGroupSize } = wanted
  if (![name, city, region].some((text) => (text ?? '').toLowerCase().includes(term))) return false
  if (wanted.region !== null && region !== wanted.region) return false
  const narrowed = minPrice > 0 || maxPrice < 500
  if (!narrowed && type === null && minDuration === null && maxGroupSize === null) return true
  return experiences.some(
    (one) =>
      (type === null || one.type === type) &&
      (!narrowed || (one.price >= minPrice * 100 && one.price <= maxPrice * 100)) &&
      (minDuration === null || one.minutes >= minDuration * 60) &&
      (maxGroupSize === null || (one.most !== none && one.most <= maxGroupSize)),
  )
}

test('whatever came and went before, a search finds by name exactly the vineyards that answer', () => {
  let hits = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 120 }), (steps) => {
      const catalogue = new SearchIndex((text) => text.toLowerCase())
      const known: [id: string, Vineyard][] = []
      for (const [n, act] of steps.entries()) {
        if (typeof act === 'number') {
          const gone = known.splice(act, 2)
          catalogue.remove(gone.map(([id]) => id))
        } else if ('name' in act) {
          const place = known.findIndex(([, other]) => other.name > act.name)
          const at = place === -1 ? known.length : place
          catalogue.put(rowOf(String(n), act), known[at]?.[0] ?? null)
          known.splice(at, 0, [String(n), act])
        } else {
          const { term, ...filters } = act
          const rows = catalogue.search(term, { ...noFilters, ...filters }, null)
          const expected = known.filter(([, one]) => answers(one, act)).map(([id]) => id)
          expect(catalogue.entries(rows).map(({ id }) => id)).toEqual(expected)
          hits += expected.length
        }
      }
    }),
    { numRuns: 200, seed: 4 },
  )
  expect(hits).toBeGreaterThan(2000)
})

test('a catalogue grows as far as it has to, and shrinks to nothing', () => {
  const catalogue = new SearchIndex((text) => text.toLowerCase())
  const one: Vineyard = { name: 'Oak Hill', city: null, region: 'Kent', experiences: [] }
  const ids = Array.from({ length: 500 }, (_, n) => String(n))
  for (const id of ids) catalogue.put(rowOf(id, one))
  const found = (term: string) =>
    catalogue.entries(catalogue.search(term, noFilters, null)).map(({ id }) => id)
  for (const term of ['', 'o', 'oak', 'kent']) expect(found(term)).toEqual(ids)
  catalogue.remove(ids.slice(0, 499))
  expect([found(''), found('o')]).toEqual([['499'], ['499']])
  catalogue.remove(['499'])
  expect([found(''), found('o'), found('kent')]).toEqual([[], [], []])
})
