import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeWinemaker } from '../../../test/make.ts'
import { changeBookingStatus, moveBooking } from '../booking.server.ts'
import { markAttendance } from '../attendance.server.ts'
import { findBookingMoney, recordPayment } from './payment.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-06T15:00:00Z')

type Step =
  | { kind: 'payment' | 'refund' | 'discount'; pence: number | null; beyond: boolean }
  | { kind: 'correct'; which: number }
  | { kind: 'party'; guests: number }
  | { kind: 'attendance'; missed: boolean }
  | { kind: 'status'; cancelled: boolean }

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('payment' as const, 'refund' as const, 'discount' as const),
      pence: fc.option(fc.integer({ min: 1, max: 9000 })),
      beyond: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('correct' as const), which: fc.nat({ max: 20 }) }),
    fc.record({ kind: fc.constant('party' as const), guests: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('attendance' as const), missed: fc.boolean() }),
    fc.record({ kind: fc.constant('status' as const), cancelled: fc.boolean() }),
  ),
  { minLength: 1, maxLength: 25 },
)

type Entry = {
  entry: 'payment' | 'refund' | 'discount'
  pence: number
  isCorrected: boolean
  corrects: boolean
}

/** A plain model of the rules for payments, in whole pence. */
class Model {
  price = 1999
  guests = 2
  missed = false
  cancelled = false
  entries: Entry[] = []

  sum(of: Entry['entry']) {
    return this.entries.filter(({ entry }) => entry === of).reduce((all, { pence }) => all + pence, 0)
  }
  get counts() {
    return !this.missed && !this.cancelled
  }
  get due() {
    return this.counts
      ? this.price * this.guests - this.sum('discount') - this.sum('payment') + this.sum('refund')
      : 0
  }
  /** Returns whether the entry is accepted. */
  add(entry: Entry['entry'], wanted: number | null, beyond: boolean): boolean {
    const limits = {
      payment: this.due,
      refund: this.sum('payment') - this.sum('refund'),
      discount: this.counts ? this.price * this.guests - this.sum('discount') : 0,
    }
    const limit = limits[entry]
    const isBeyond = beyond && entry === 'payment'
    const pence = wanted ?? (entry === 'discount' ? Math.min(limit, this.due) : limit)
    if (pence <= 0 || (pence > limit && !isBeyond)) return false
    this.entries.push({ entry, pence, isCorrected: false, corrects: false })
    return true
  }
  correct(which: number): boolean {
    const found = this.entries[which]
    if (!found || found.corrects || found.isCorrected) return false
    if (found.entry === 'payment' && this.sum('payment') - found.pence < this.sum('refund')) return false
    found.isCorrected = true
    this.entries.push({ entry: found.entry, pence: -found.pence, isCorrected: false, corrects: true })
    return true
  }
}

test('the amount due is exact after any sequence of entries, corrections and changes of the booking', async () => {
  const market = await makeDailyExperience(sql, { capacity: 10_000, experience: { price_per_person: 19.99 } })
  const { vineyard_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const by = { actor: 'winemaker', actor_id: winemaker.id, vineyard_id } as const

  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const id = await book(
        sql,
        market.experience,
        market.on('2026-06-06'),
        2,
        new Date('2026-06-01T09:00:00Z'),
      )
      const model = new Model()
      const ids: number[] = []
      const record = async (entry: object) => {
        const done = await recordPayment(
          sql,
          { booking: id, idempotency_key: randomUUID(), beyond_due: false, ...entry } as never,
          { by },
          now,
        )
        if (done.ok) ids.push(done.value.id)
        return done.ok
      }
      for (const step of sequence) await play(step)
      async function play(step: Step) {
        switch (step.kind) {
          case 'correct':
            expect(await record({ corrects: ids[step.which] ?? 0 })).toBe(model.correct(step.which))
            break
          case 'party':
            if ((await moveBooking(sql, id, { number_of_guests: step.guests }, { by }, now)).ok)
              model.guests = step.guests
            break
          case 'attendance':
            if (
              (
                await markAttendance(
                  sql,
                  { id },
                  { attendance: step.missed ? 'no_show' : null, arrived_guests: null },
                  { by },
                  now,
                )
              ).ok
            )
              model.missed = step.missed
            break
          case 'status':
            await changeBookingStatus(sql, id, step.cancelled ? 'cancelled' : 'confirmed', { by }, now)
            model.cancelled = step.cancelled
            break
          default: {
            const { kind, pence, beyond } = step
            const amount = pence === null ? {} : { amount: pence / 100 }
            const how = kind === 'discount' ? { reason: 'Club' } : { kind: 'cash' }
            const accepted = await record({ entry: kind, ...how, ...amount, beyond_due: beyond })
            expect(accepted).toBe(model.add(kind, pence, beyond))
          }
        }
        const money = await findBookingMoney(sql, id, { by })
        expect(money).toMatchObject({
          total_price: (model.price * model.guests) / 100,
          discounts: model.sum('discount') / 100,
          taken: model.sum('payment') / 100,
          refunds: model.sum('refund') / 100,
          due: model.due / 100,
        })
      }
    }),
    { numRuns: 60 },
  )
  const [net] = await sql<[{ till: number; entries: number }]>`
    select (select sum(taken - refunds) from till_of(${vineyard_id}, '2026-06-06')) as till,
      (select sum(case entry when 'payment' then amount when 'refund' then -amount else 0 end) from payments) as entries`
  expect(net.till).toBe(net.entries)
  expect(await sql`select * from consistency_faults(${now})`).toEqual([])
})
