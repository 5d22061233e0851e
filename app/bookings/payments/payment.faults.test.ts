import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeWinemaker } from '../../../test/make.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { recordPayment } from './payment.server.ts'

const sql = await ownDatabase()
const day = '2026-06-06'
const now = new Date(`${day}T15:00:00Z`)

/** Creates a booking of two guests at £18.50 each, and a winemaker of its vineyard. */
async function makeBooked() {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const booking_id = await book(sql, market.experience, market.on(day), 2, new Date('2026-06-01T09:00:00Z'))
  const { id: actor_id } = await makeWinemaker(sql, { vineyard_id })
  const by = { actor: 'winemaker', actor_id, vineyard_id } as const
  const record = async (entry: { corrects: number } | { entry: 'payment'; kind: 'cash'; amount: number }) => {
    const request = { booking: booking_id, beyond_due: false, ...entry, idempotency_key: randomUUID() }
    const recorded = await recordPayment(sql, request as never, { by }, now)
    if (!recorded.ok) throw new Error(recorded.problem.kind)
    return recorded.value.id
  }
  const pay = (amount: number) => record({ entry: 'payment', kind: 'cash', amount })
  return { booking_id, vineyard_id, pay, correct: (corrects: number) => record({ corrects }) }
}

test('the consistency check finds payment entries that contradict each other, their booking or its history', async () => {
  const { pay, correct, booking_id } = await makeBooked()
  const { vineyard_id: elsewhere } = await makeBooked()
  await correct(await pay(10))
  await pay(20)
  const faultsAfter = async (change: (tx: Queryable) => PromiseLike<unknown>) => {
    let faults: string[] = []
    const undone = new Error('undone')
    await sql
      .begin(async (tx) => {
        await tx`alter table payments disable trigger payments_stand`
        await change(tx)
        const rows = await tx<{ fault: string; detail: string }[]>`
          select fault, detail from consistency_faults(${now})`
        faults = rows.map(({ fault, detail }) => `${fault}: ${detail}`)
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    return faults
  }
  const insert = (tx: Queryable, entry: string, amount: number) => tx`
    insert into payments (
      booking_id, vineyard_id, entry, kind, amount, actor, actor_id, taken_at, idempotency_key, created_at
    )
    select id, vineyard_id, ${entry}, 'cash', ${amount}, 'admin', id, ${now}, gen_random_uuid(), ${now}
    from bookings where id = ${booking_id}`
  const ofBooking = sql`booking_id = ${booking_id}`

  expect(await faultsAfter(() => Promise.resolve())).toEqual([])
  expect(
    await faultsAfter((tx) => tx`update payments set amount = -9 where ${ofBooking} and amount < 0`),
  ).toEqual([expect.stringMatching(/^money: corrects .* of 10\.00 pounds by -9\.00$/)])
  expect(
    await faultsAfter(
      (tx) => tx`update payments set vineyard_id = ${elsewhere} where ${ofBooking} and amount = 20`,
    ),
  ).toEqual([expect.stringMatching(/^money: belongs to vineyard/)])
  expect(await faultsAfter((tx) => insert(tx, 'payment', 5))).toEqual([
    'money: has 4 payment entries, but its history has 3',
  ])
  expect(await faultsAfter((tx) => insert(tx, 'refund', 21))).toEqual([
    'money: has 21.00 pounds refunded of 20.00 taken',
    'money: has 4 payment entries, but its history has 3',
  ])
})

test('the database refuses payment entries that break the rules', async () => {
  const { pay, booking_id, vineyard_id } = await makeBooked()
  const id = await pay(10)
  const insert = (entry: Record<string, string | number | null>) => sql`
    insert into payments ${sql({
      booking_id,
      entry: 'payment',
      kind: 'cash',
      amount: 1,
      actor: 'admin',
      actor_id: booking_id,
      taken_at: now,
      created_at: now,
      idempotency_key: randomUUID(),
      vineyard_id,
      ...entry,
    } as never)}`
  await expect(insert({ amount: -1 })).rejects.toThrow('only_corrections_are_negative')
  await expect(insert({ amount: 0 })).rejects.toThrow('only_corrections_are_negative')
  await expect(insert({ corrects: id })).rejects.toThrow('only_corrections_are_negative')
  await expect(insert({ kind: null })).rejects.toThrow('money_has_a_kind')
  for (const entry of ['discount', 'keep'])
    await expect(insert({ entry, kind: null })).rejects.toThrow('a_decision_has_a_reason')
  await expect(insert({ entry: 'sale', booking_id: null })).rejects.toThrow('a_decision_has_a_reason')
  await expect(insert({ entry: 'keep', reason: 'Late' })).rejects.toThrow('money_has_a_kind')
  await expect(insert({ booking_id: null })).rejects.toThrow('a_sale_has_no_booking')
  await expect(insert({ entry: 'sale', reason: 'Wine' })).rejects.toThrow('a_sale_has_no_booking')
  const long = { entry: 'sale', booking_id: null, reason: 'x'.repeat(41) }
  await expect(insert(long)).rejects.toThrow('a_sale_has_few_words')
  await insert({ corrects: id, amount: -10 })
  await expect(insert({ corrects: id, amount: -10 })).rejects.toThrow('payments_corrects_key')
})
