import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makePattern, makeVineyard } from '../../test/make.ts'
import { exploreVineyards, namedVineyards } from './explore.server.ts'
import { noFilters } from './filters.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')

async function first(search: string) {
  const { vineyards } = await exploreVineyards(sql, { search, filters: noFilters, page: 1, near: null }, now)
  return vineyards[0]
}

test('vineyards asked for by id come in the order asked, without the hidden and the unknown', async () => {
  const [b, a, hidden] = [
    await makeVineyard(sql, { name: 'Bramble' }),
    await makeVineyard(sql, { name: 'Aspen' }),
    await makeVineyard(sql, { is_visible: false }),
  ]
  const found = await namedVineyards(sql, [b.id, hidden.id, randomUUID(), a.id], now)
  expect(found.map(({ name }) => name)).toEqual(['Bramble', 'Aspen'])
})

test('a price is that of the cheapest active experience, and absent where there is none', async () => {
  const { id } = await makeVineyard(sql, { name: 'Priced Row' })
  await makeExperience(sql, { vineyard_id: id, price_per_person: 5, is_active: false })
  expect((await first('priced row'))?.facts).toBeNull()

  await makeExperience(sql, { vineyard_id: id, price_per_person: 30 })
  await makeExperience(sql, { vineyard_id: id, price_per_person: 12.5 })
  expect((await first('priced row'))?.facts?.from).toEqual({ price: 12.5, currency: 'GBP' })
})

test('a list carries no more of a description than a card can show', async () => {
  await makeVineyard(sql, { name: 'Wordy', description: 'vine '.repeat(1500) })
  const wordy = await first('wordy')
  expect(wordy?.description?.length).toBeLessThan(400)
})

test('a card names the first day with room for the party, and in a search by day that day', async () => {
  const { id: experience_id } = await makeExperience(sql, {
    vineyard_id: (await makeVineyard(sql, { name: 'Weekly Acre' })).id,
  })
  const { id: pattern_id } = await makePattern(sql, { experience_id, days_of_week: [6], capacity: 4 })
  await sql`
    insert into slot_inventory ${sql({ pattern_id, slot_date: '2026-06-06', capacity: 4, booked: 3 })}`
  const nextDay = async (filters: { date?: string; guests: number }) => {
    const asked = { search: 'weekly acre', filters: { ...noFilters, ...filters }, page: 1, near: null }
    const { vineyards } = await exploreVineyards(sql, asked, now)
    return vineyards.map(({ facts }) => facts?.next_day)
  }
  expect(await nextDay({ guests: 1 })).toEqual(['2026-06-06'])
  expect(await nextDay({ guests: 2 })).toEqual(['2026-06-13'])
  expect(await nextDay({ date: '2026-06-06', guests: 2 })).toEqual([])
  expect(await nextDay({ date: '2026-06-20', guests: 2 })).toEqual(['2026-06-20'])
})
