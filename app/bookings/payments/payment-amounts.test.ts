import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'

const day = '2026-06-06'
const app = await startApp({ now: `${day}T15:00:00Z` })

test('refuses an amount that includes a fraction of a penny', async () => {
  const { experience, on } = await makeDailyExperience(app.sql)
  const { vineyard_id } = experience
  const headers = signedIn(await makeWinemaker(app.sql, { vineyard_id }))
  const booking = await book(app.sql, experience, on(day), 2, new Date('2026-06-01T09:00:00Z'))
  const add = async (entry: object) => {
    const answer = await app.visit('/api/payments', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({ booking, ...entry }),
    })
    return answer.status
  }
  const cash = { entry: 'payment', kind: 'cash' }
  expect([await add({ ...cash, amount: 1e-9 }), await add({ ...cash, amount: 12.0000001 })]).toEqual([
    422, 422,
  ])
  expect(await add({ entry: 'refund', kind: 'cash', amount: 1e-9, reason: 'Rain' })).toBe(422)
  expect(await add({ entry: 'discount', amount: 1e-9, reason: 'Rain' })).toBe(422)
  expect(await add({ ...cash, amount: 0.07 })).toBe(201)
})
