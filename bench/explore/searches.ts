import type { Sql } from '../../app/platform/database.server.ts'
import { readFilters, noFilters, durations, groupSizes } from '../../app/search/filters.ts'
import { readSearch } from '../../app/search/search-url.ts'
import { addDays, type Day } from '../../app/platform/days.ts'
import { seededRandom } from '../../server/simulate/random.ts'
import type { Search } from './contestants.ts'

export const now = new Date('2026-11-21T09:00:00Z')
export const today: Day = '2026-11-21'
const saturday = addDays(today, 14)

const plain = { search: '', filters: noFilters, near: null }
const withDay = (guests: number) => ({ ...noFilters, date: saturday, guests })

/** The kinds of search that are measured. */
export const kinds: Record<string, Search> = {
  everything: plain,
  'a county': { ...plain, search: 'kent' },
  'a word of most names': { ...plain, search: 'vine' },
  'one letter': { ...plain, search: 'e' },
  'two words': { ...plain, search: 'hill estate' },
  'no match': { ...plain, search: 'zzyzx' },
  'type, price, length': {
    ...plain,
    filters: { ...noFilters, type: 'wine_tasting', maxPrice: 60, minDuration: 1 },
  },
  'county, type, group': {
    ...plain,
    search: 'sussex',
    filters: { ...noFilters, type: 'cellar_tour', maxGroupSize: 10 },
  },
  'nearest first': { ...plain, near: { latitude: 51.28, longitude: 1.08, label: 'Canterbury' } },
  'a day for two': { ...plain, filters: withDay(2) },
  'a day for six, county': { ...plain, search: 'kent', filters: withDay(6) },
}

const odd = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  '',
  ' ',
  'KENT',
  ' kent ',
  '%%',
  '\\%',
  "o'",
  'x'.repeat(10_000),
  'Ŵ',
  '100%',
]

/** Returns random searches: parts of real names in any case, odd characters, all kinds of filters. `daysShare` of them name a day. */
export async function randomSearches(sql: Sql, count: number, daysShare: number): Promise<Search[]> {
  const names = await sql<{ name: string; city: string | null; region: string | null }[]>`
    select name, city, region from vineyards order by md5(id::text) limit 500`
  const chance = seededRandom(4, count)
  const maybe = (share: number, value: () => string | number) =>
    chance.share() < share ? String(value()) : ''
  const term = () => {
    if (chance.share() < 0.3) return chance.pick(odd)
    const { name, city, region } = chance.pick(names)
    const words = chance.pick([name, city ?? '', region ?? ''])
    const from = chance.whole(0, Math.max(0, words.length - 1))
    const piece = words.slice(from, from + chance.whole(1, 9))
    return chance.pick([piece, piece.toUpperCase(), piece.toLowerCase(), ` ${piece} `])
  }
  return Array.from({ length: count }, () => {
    const date = maybe(daysShare, () => addDays(today, chance.whole(0, 380)))
    const params = new URLSearchParams({
      search: maybe(0.8, term),
      region: maybe(0.15, () => chance.pick(names).region ?? ''),
      type: maybe(0.2, () => chance.pick(['wine_tasting', 'cellar_tour', 'vineyard_tour', 'nothing'])),
      date,
      guests: maybe(0.4, () => chance.whole(1, 14)),
      minPrice: maybe(0.1, () => 10 * chance.whole(0, 4)),
      maxPrice: maybe(0.1, () => 10 * chance.whole(2, 30)),
      minDuration: maybe(0.15, () => chance.pick(durations)),
      maxGroupSize: maybe(0.1, () => chance.pick(groupSizes)),
    })
    return { search: readSearch(params), filters: readFilters(params, today, null).filters, near: null }
  })
}
