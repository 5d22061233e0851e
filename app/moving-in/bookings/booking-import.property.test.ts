import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book } from '../../../test/book.ts'
import { listOf, makeMovingIn, rowOf } from '../../../test/import-bookings.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

// Wednesday 3 June 2026.
const app = await startApp({ now: '2026-06-03T09:00:00Z' })
const { sql } = app
const makeStaffed = (capacity?: number) => makeMovingIn(app, capacity)

test('concurrent imports of the same list book each row once', async () => {
  const { importAll, stored } = await makeStaffed(40)
  const list = listOf(
    ...Array.from({ length: 12 }, (_, n) => rowOf(n % 2 ? `B${n}` : '', { name: `Guest ${n}` })),
  )
  await Promise.all([importAll(list), importAll(list), importAll(list)])
  expect(await stored()).toHaveLength(12)
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('an import never oversells unless staff confirm the overbooking, even while guests book', async () => {
  const { experience, pattern, importAll, vineyard_id } = await makeStaffed(12)
  const list = listOf(...Array.from({ length: 8 }, (_, n) => rowOf(`B${n}`, { name: `Guest ${n}` })))
  const slot = { pattern_id: pattern.id, slot_date: '2026-06-13' }
  const guests = Array.from({ length: 8 }, () => book(sql, experience, slot, 2, app.now).catch(() => null))
  await Promise.all([importAll(list), ...guests, importAll(list)])
  const [{ sold }] = await sql<[{ sold: number }]>`
    select sum(number_of_guests)::int as sold from bookings where vineyard_id = ${vineyard_id} and status <> 'cancelled'`
  expect(sold).toBe(12)
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

const someRow = fc.record({
  id: fc.constantFrom('', 'A1', 'B1', 'C1', 'D1'),
  pax: fc.constantFrom('1', '2', '3'),
  name: fc.constantFrom('Ada', 'Bo'),
  date: fc.constantFrom('13/06/2026', '14/06/2026'),
})

test('importing a list twice, or with shuffled rows, has the same result as importing it once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .uniqueArray(someRow, { minLength: 1, maxLength: 6, selector: (row) => JSON.stringify(row) })
        .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      async ([rows, shuffled]) => {
        const [one, two] = [await makeStaffed(4), await makeStaffed(4)]
        const text = (list: typeof rows) => listOf(...list.map(({ id, ...row }) => rowOf(id, row)))
        await one.importAll(text(rows))
        const once = await one.stored()
        await one.importAll(text(rows))
        expect(await one.stored()).toEqual(once)
        await two.importAll(text(shuffled))
        await two.importAll(text(rows))
        expect((await two.stored()).length).toBe(once.length)
        expect(await two.stored()).toEqual(once)
      },
    ),
    { numRuns: 12 },
  )
}, 60_000)
