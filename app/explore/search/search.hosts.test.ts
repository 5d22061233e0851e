import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hold, makeLegacySlot } from '../../../test/book.ts'
import { edit } from '../../../test/catalogue-edits.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'
import { searchPlainly } from '../../../test/plain-search.ts'
import { addDays } from '../../platform/days.ts'
import { noFilters } from './filters.ts'
import { searchVineyards } from './search.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const today = '2026-06-01'

// Makes 20 vineyards with two overlapping experiences each. One of these lasts far into the next day. At 13 of the vineyards,
// one host with few places leads both experiences.
for (let n = 0; n < 20; n++) {
  const vineyard = await makeVineyard(sql, { name: `Host ${String(n).padStart(2, '0')}` })
  const [host] = await sql<{ id: string }[]>`
    insert into hosts ${sql({ vineyard_id: vineyard.id, name: 'The guide', capacity: 2 + (n % 6) })} returning id`
  for (const [start_time, duration_minutes] of [['09:00', 1440] as const, ['12:00', 120] as const]) {
    const { id: experience_id } = await makeExperience(sql, {
      vineyard_id: vineyard.id,
      host_id: n % 3 === 0 ? null : (host?.id ?? null),
      duration_minutes,
      max_group_size: 12,
    })
    await makePattern(sql, { experience_id, start_time, capacity: 12, valid_from: today })
  }
}

const found = async (date: string, guests: number) => {
  const query = { search: '', filters: { ...noFilters, date, guests }, page: 1, near: null }
  const [{ hits }, plainly] = [await searchVineyards(sql, query, now), await searchPlainly(sql, query, now)]
  expect(hits.map(({ id }) => id)).toEqual(plainly)
  return hits.length
}

const act = fc.constantFrom(
  ...(['book', 'book', 'book', 'cancel', 'change host', 'change who leads'] as const),
)
const step = fc.record({
  edits: fc.array(fc.record({ act, which: fc.nat(10_000), value: fc.nat(10_000) }), {
    minLength: 4,
    maxLength: 8,
  }),
  day: fc.nat(8),
  guests: fc.integer({ min: 1, max: 8 }),
})

test('never finds an experience whose host is full, after any bookings, cancellations and reassignments', async () => {
  const counts = new Set<number>()
  await fc.assert(
    fc.asyncProperty(step, async ({ edits, day, guests }) => {
      for (const change of edits) await edit(sql, change, today)
      counts.add(await found(addDays(today, day), guests))
    }),
    { numRuns: Number(process.env.SEARCH_RUNS ?? 60), seed: 73 },
  )
  expect(counts.size).toBeGreaterThan(6)
})

// Negative control: this test fails if held slots do not count when the busy hosts of a day are computed.
test('a host is busy in a legacy slot that is held, until the hold expires', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: 4 })} returning id`
  const hosted = { vineyard_id, host_id: host.id, duration_minutes: 180 }
  const legacy = await makeExperience(sql, hosted)
  const { id: experience_id } = await makeExperience(sql, { ...hosted, type: 'held_host' })
  await makePattern(sql, { experience_id, start_time: '14:00' })
  const slot = await makeLegacySlot(sql, legacy, '2026-06-20T12:30:00Z', 4)
  await hold(sql, legacy, slot, 4, [now, new Date(now.getTime() + 60_000)])
  const count = async (seconds: number) => {
    const filters = { ...noFilters, date: '2026-06-20', guests: 1, type: 'held_host' }
    const at = new Date(now.getTime() + seconds * 1000)
    return (await searchVineyards(sql, { search: '', filters, page: 1, near: null }, at)).total
  }
  expect([await count(59), await count(60)]).toEqual([0, 1])
})
