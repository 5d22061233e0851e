import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noFilters, durations, groupSizes } from '../filters.ts'
import { type IndexMatches, SearchIndex } from './search-index.ts'
import { missing } from './experience-table.ts'

const experience = fc.record({
  type: fc.constantFrom('tour', 'tasting', null),
  price: fc.constantFrom(0, 990, 1000, 1050, 3000, 62_000, 10_000_000),
  minutes: fc.constantFrom(45, 60, 119, 120, 1440),
  most: fc.constantFrom(missing, 2, 4, 10, 30),
  facts: fc.integer({ min: 0, max: 63 }),
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
  facts: fc.constantFrom([], [], ['step_free' as const], ['dogs' as const, 'station' as const]),
})
const step = fc.oneof(
  { arbitrary: vineyard, weight: 6 },
  { arbitrary: fc.nat(40), weight: 1 },
  { arbitrary: search, weight: 3 },
)
type Vineyard = typeof vineyard extends fc.Arbitrary<infer Value> ? Value : never
type Search = typeof search extends fc.Arbitrary<infer Value> ? Value : never

/** A row as the database sends it, without patterns and with zeros for ids. */
function rowOf(id: string, { experiences, ...words }: Vineyard) {
  const withoutId = experiences.map(({ price, minutes, most, facts }) => [
    price,
    minutes,
    1,
    most,
    facts,
    0,
    365,
    0,
    0,
  ])
  const numbers = withoutId.flatMap((rest) => [0, 0, 0, 0, ...rest])
  const rows = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) rows.writeInt32BE(number, at * 4)
  return {
    id,
    ...words,
    latitude: null,
    longitude: null,
    closures: null,
    legacy: null,
    types: experiences.map(({ type }) => type),
    rows,
  }
}

function matches({ name, city, region, experiences }: Vineyard, wanted: Search): boolean {
  const { term, type, minPrice, maxPrice, minDuration, maxGroupSize } = wanted
  const bits = wanted.facts.reduce((sum, name) => sum + { step_free: 1, dogs: 2, station: 32 }[name], 0)
  if (![name, city, region].some((text) => (text ?? '').toLowerCase().includes(term))) return false
  if (wanted.region !== null && region !== wanted.region) return false
  const narrowed = minPrice > 0 || maxPrice < 500
  if (!narrowed && bits === 0 && type === null && minDuration === null && maxGroupSize === null) return true
  return experiences.some(
    (experience) =>
      (type === null || experience.type === type) &&
      (experience.facts & bits) === bits &&
      (!narrowed || (experience.price >= minPrice * 100 && experience.price <= maxPrice * 100)) &&
      (minDuration === null || experience.minutes >= minDuration * 60) &&
      (maxGroupSize === null || (experience.most !== missing && experience.most <= maxGroupSize)),
  )
}

function idsOf({ rows, entries }: IndexMatches) {
  return rows.map((row) => entries[row]?.id)
}

test('finds exactly the matching vineyards by name, after any additions and removals', () => {
  let hits = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 120 }), (steps) => {
      const index = new SearchIndex((text) => text.toLowerCase())
      const known: [id: string, Vineyard][] = []
      for (const [n, step] of steps.entries()) {
        if (typeof step === 'number') {
          const gone = known.splice(step, 2)
          index.apply(gone.map(([id]) => ({ id, vineyard: null, before: null })))
        } else if ('name' in step) {
          const place = known.findIndex(([, other]) => other.name > step.name)
          const at = place === -1 ? known.length : place
          index.apply([{ id: String(n), vineyard: rowOf(String(n), step), before: known[at]?.[0] ?? null }])
          known.splice(at, 0, [String(n), step])
        } else {
          const { term, ...filters } = step
          const found = idsOf(index.search(term, { ...noFilters, ...filters }, null))
          const expected = known.filter(([, one]) => matches(one, step)).map(([id]) => id)
          expect(found).toEqual(expected)
          hits += expected.length
        }
      }
    }),
    { numRuns: 200, seed: 4 },
  )
  expect(hits).toBeGreaterThan(2000)
})

test('holds hundreds of vineyards, replaces several at once and shrinks to none', () => {
  const index = new SearchIndex((text) => text.toLowerCase())
  const vineyard: Vineyard = { name: 'Oak Hill', city: null, region: 'Kent', experiences: [] }
  const ids = Array.from({ length: 500 }, (_, n) => String(n))
  for (const id of ids) index.add(rowOf(id, vineyard))
  const found = (term: string) => idsOf(index.search(term, noFilters, null))
  const remove = (id: string) => ({ id, vineyard: null, before: null })
  for (const term of ['', 'o', 'oak', 'kent']) expect(found(term)).toEqual(ids)
  const renamed: Vineyard = { ...vineyard, name: 'Hill Estate' }
  index.apply([
    { id: '7', vineyard: rowOf('7', renamed), before: '3' },
    { id: '5', vineyard: rowOf('5', renamed), before: '7' },
  ])
  expect(found('estate')).toEqual(['5', '7'])
  expect(found('').slice(0, 8)).toEqual(['0', '1', '2', '5', '7', '3', '4', '6'])
  index.apply(ids.slice(0, 499).map(remove))
  expect([found(''), found('o')]).toEqual([['499'], ['499']])
  index.apply([remove('499')])
  expect([found(''), found('o'), found('kent')]).toEqual([[], [], []])
})
