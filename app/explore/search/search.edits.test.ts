import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { makeCatalogue } from '../../../test/catalogue.ts'
import { anyEdit, edit } from '../../../test/catalogue-edits.ts'
import { ownDatabase } from '../../../test/database.ts'
import { listBookablePlainly, searchPlainly, seldom } from '../../../test/plain-search.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { addDays } from '../../platform/days.ts'
import { durations, groupSizes, noFilters } from './filters.ts'
import { findPinRows, searchVineyards } from './search.server.ts'
import { connect } from '../../platform/database/pool.server.ts'

/** The number of random edits around each clock change. The test searches after each edit. */
const runs = Number(process.env.EDIT_RUNS ?? 10)

const [spring, autumn] = [await ownDatabase(), await ownDatabase()]

const anySearch = fc.record({
  search: fc.constantFrom(
    '',
    '',
    '',
    '',
    'kent',
    'KENT',
    ' kent ',
    'a',
    'ŵern',
    'östrow',
    '100% r',
    '_',
    '\\',
    "'",
  ),
  filters: fc.record({
    region: seldom(fc.constantFrom('Kent', 'East Sussex', 'Devon')),
    type: seldom(fc.constantFrom('wine_tasting', 'cellar_tour', 'picnic', 'harvest_day')),
    date: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null, freq: 6 }),
    guests: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
    minPrice: fc.constantFrom(0, 0, 0, 10, 20),
    maxPrice: fc.constantFrom(500, 500, 500, 490, 40),
    minDuration: seldom(fc.constantFrom(...durations)),
    maxGroupSize: seldom(fc.constantFrom(...groupSizes)),
    facts: fc.constantFrom([], [], [], ['dogs' as const], ['step_free' as const, 'food' as const]),
  }),
})
const anyStep = fc.record({
  edits: fc.array(anyEdit, { minLength: 1, maxLength: 4 }),
  searches: fc.array(anySearch, { minLength: 1, maxLength: 3 }),
  /** How many minutes later, in simulated time, the test reads the list of bookable vineyards */
  later: fc.oneof(fc.nat(60 * 24), fc.nat(12 * 60 * 24)),
})

/** Returns the ids on all pages of the list of all vineyards, and how many of these vineyards are bookable. */
async function listBookableFirst(sql: Sql, now: Date) {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const query = { search: '', filters: noFilters, page, near: null }
    const { hits, total, sections } = await searchVineyards(sql, query, now)
    ids.push(...hits.map(({ id }) => id))
    if (ids.length < total) continue
    return { ids, bookable: sections.find(({ kind }) => kind === 'bookable')?.total ?? 0 }
  }
}

/** Edits through one pool and searches through another, as two processes do. Returns the number of hits. */
async function play(sql: Sql & { url: string }, now: Date, seed: number, numRuns: number): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const other = connect(sql.url, { max: 4 })
  onTestFinished(() => other.end())
  await makeCatalogue(sql, { today, seed })
  await sql`update vineyards set latitude = 51, longitude = 1`
  let hits = 0
  await fc.assert(
    fc.asyncProperty(anyStep, async ({ edits, searches, later }) => {
      for (const change of edits) await edit(sql, change, today)
      for (const { search, filters } of [...searches, { search: '', filters: noFilters }]) {
        const date = typeof filters.date === 'number' ? addDays(today, filters.date) : null
        const query = { search, filters: { ...filters, date } }
        const { places, without_position } = await findPinRows(other, query, now)
        const expected = await searchPlainly(sql, query, now)
        expect(places.length + without_position).toBe(expected.length)
        const [located] = await sql<[{ ids: string[] }]>`
          select array(select id::text from vineyards where id = any (${expected}::uuid[]) and latitude is not null
            order by name_sort_key(name), id) as ids`
        expect(places.map(([id]) => id)).toEqual(located.ids)
        hits += expected.length
      }
      const then = new Date(now.getTime() + later * 60_000)
      const [found, byName, bookable] = [
        await listBookableFirst(other, then),
        await searchPlainly(sql, { search: '', filters: noFilters }, then),
        await listBookablePlainly(sql, then),
      ]
      const isBookable = (id: string) => bookable.has(id)
      expect(found.bookable).toBe(bookable.size)
      expect(found.ids).toEqual([...byName.filter(isBookable), ...byName.filter((id) => !isBookable(id))])
    }),
    { numRuns, seed },
  )
  return hits
}

test('finds another process’s changes at once, around the start of summer time', async () => {
  expect(await play(spring, new Date('2026-03-25T10:40:00Z'), 11, runs)).toBeGreaterThan(13 * runs)
})

test('finds another process’s changes at once, around the end of summer time', async () => {
  expect(await play(autumn, new Date('2026-10-22T08:40:00Z'), 12, runs)).toBeGreaterThan(13 * runs)
})
