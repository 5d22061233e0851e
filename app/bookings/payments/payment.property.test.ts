import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeWinemaker } from '../../../test/make.ts'
import { changeBookingStatus, moveBooking, undoBookingStatus } from '../booking.server.ts'
import { markAttendance } from '../attendance.server.ts'
import { callOff, reopen } from '../sessions/call-off.server.ts'
import { moveSession, undoSessionMove } from '../sessions/session-move.server.ts'
import { holdForGroup } from '../../../test/session-moves.ts'
import { releaseGroupHold } from '../group-holds/group-hold.server.ts'
import { dueOf, dueOfArrived, type BookingEntry, type PaymentEntry } from './payment.ts'
import { findBookingMoney, findMoneyToGiveBack, recordPayment, recordSale } from './payment.server.ts'

const sql = await ownDatabase()
const [day, next] = ['2026-06-06', '2026-06-07']
const now = new Date(`${day}T15:00:00Z`)
/** The time of the test, before the session starts at 2:30 PM. */
const morning = new Date(`${day}T06:00:00Z`)

const sessionSteps = [
  'undo status',
  'call off',
  'open again',
  'move session',
  'undo move',
  'hold',
  'let go',
] as const
type Step =
  | { kind: PaymentEntry | 'keep'; pence: number | null; beyond: boolean }
  | { kind: 'sale'; pence: number }
  | { kind: 'correct'; which: number }
  | { kind: 'party'; guests: number }
  | { kind: 'attendance'; mark: 'arrived' | 'no_show' | null; came: number }
  | { kind: 'status'; cancelled: boolean }
  | { kind: (typeof sessionSteps)[number] }

const pence = fc.integer({ min: 1, max: 9000 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('payment' as const, 'refund' as const, 'discount' as const, 'keep' as const),
        pence: fc.option(pence),
        beyond: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sale' as const), pence }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('correct' as const), which: fc.nat({ max: 20 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('party' as const), guests: fc.integer({ min: 1, max: 5 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('attendance' as const),
        mark: fc.constantFrom('arrived' as const, 'no_show' as const, null),
        came: fc.integer({ min: 1, max: 5 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('status' as const), cancelled: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom(...sessionSteps) }),
    },
  ),
  { minLength: 1, maxLength: 25 },
)

type Entry = {
  id: number
  entry: BookingEntry | 'sale'
  pence: number
  isCorrected: boolean
  corrects: boolean
}
type Visit = { guests: number; came: number | null; is_no_show: boolean; is_off: boolean }

/** A plain model of the rules for money, in whole pence. The test sets `visit` to the state of the booking. */
class Model {
  price = 1999
  visit: Visit = { guests: 2, came: null, is_no_show: false, is_off: false }
  entries: Entry[] = []

  sum(of: Entry['entry']) {
    return this.entries.filter(({ entry }) => entry === of).reduce((all, { pence }) => all + pence, 0)
  }
  get total() {
    return this.price * this.visit.guests
  }
  get counts() {
    return !this.visit.is_no_show && !this.visit.is_off
  }
  get net() {
    return this.sum('payment') - this.sum('refund')
  }
  get kept() {
    if (this.visit.is_no_show && !this.visit.is_off) return this.net
    const tooMuch = this.net - (this.counts ? this.total - this.sum('discount') : 0)
    return tooMuch <= 0 ? 0 : Math.min(tooMuch, this.sum('keep'))
  }
  get due() {
    return (this.counts ? this.total - this.sum('discount') : 0) + this.kept - this.net
  }
  /** Returns the pence of the entry, or null if it is refused. */
  amountOf(entry: BookingEntry, wanted: number | null, beyond: boolean): number | null {
    const limit = {
      payment: this.due,
      refund: this.net,
      discount: this.counts ? this.total - this.sum('discount') : 0,
      keep: -this.due,
    }[entry]
    const whole = {
      payment: limit,
      refund: this.due < 0 ? Math.min(limit, -this.due) : limit,
      discount: Math.min(limit, this.due),
      keep: limit,
    }[entry]
    const pence = wanted ?? whole
    return pence <= 0 || (pence > limit && !(beyond && entry === 'payment')) ? null : pence
  }
  mayCorrect(found: Entry | undefined): found is Entry {
    if (!found || found.corrects || found.isCorrected) return false
    return found.entry !== 'payment' || this.net >= found.pence
  }
}

type Market = Awaited<ReturnType<typeof makeDailyExperience>>

/**
 * Applies steps to a booking and its model. After each step, booking, model and till must have the same money.
 */
async function play(market: Market, sequence: Step[]) {
  const { vineyard_id } = market.experience
  const { id: actor_id } = await makeWinemaker(sql, { vineyard_id })
  const by = { actor: 'winemaker', actor_id, vineyard_id } as const
  const slot = market.on(day)
  const id = await book(sql, market.experience, slot, 2, new Date('2026-06-01T09:00:00Z'))
  const model = new Model()
  const [offs, moves, groups]: [string[], string[], string[]] = [[], [], []]
  let movesTo = next
  const record = async (entry: object, isSale = false) => {
    const request = { booking: id, idempotency_key: randomUUID(), beyond_due: false, ...entry }
    const { booking: _, beyond_due: __, ...sale } = request
    return isSale
      ? recordSale(sql, sale as never, { by }, now)
      : recordPayment(sql, request as never, { by }, now)
  }
  const add = (id: number, entry: Entry['entry'], pence: number, corrects = false) =>
    model.entries.push({ id, entry, pence, isCorrected: false, corrects })

  async function act(step: Step) {
    switch (step.kind) {
      case 'correct': {
        const found = model.entries[step.which]
        const done = await record({ corrects: found?.id ?? 0 }, found?.entry === 'sale')
        expect(done.ok).toBe(model.mayCorrect(found))
        if (!done.ok || !found) return
        found.isCorrected = true
        add(done.value.id, found.entry, -found.pence, true)
        return
      }
      case 'sale': {
        const done = await record({ kind: 'card', amount: step.pence / 100, reason: 'Bacchus' }, true)
        if (!done.ok) throw new Error(done.problem.kind)
        add(done.value.id, 'sale', step.pence)
        return
      }
      case 'party':
        return moveBooking(sql, id, { number_of_guests: step.guests }, { by }, now)
      case 'attendance':
        return markAttendance(
          sql,
          { id },
          { attendance: step.mark, arrived_guests: Math.min(step.came, model.visit.guests) },
          { by },
          now,
        )
      case 'status':
        return changeBookingStatus(sql, id, step.cancelled ? 'cancelled' : 'confirmed', { by }, now)
      case 'undo status':
        return undoBookingStatus(sql, id, { by, seen: model.visit.is_off ? 'cancelled' : 'confirmed' }, now)
      case 'call off': {
        const session = { vineyard_id, day, slots: [slot], reason: 'weather' as const, message: '' }
        const off = await callOff(sql, session, { by }, morning)
        if (off.ok && off.value.id) offs.push(off.value.id)
        return
      }
      case 'open again':
        return reopen(sql, offs.pop() ?? id, { by, overbook: true }, morning)
      case 'move session': {
        // Moves the session to the next day, or back to its own day.
        const [from, experience_id] = [movesTo === next ? day : next, market.experience.id]
        const move = { experience_id, slot: market.on(from), to: market.on(movesTo), into_past: true }
        const moved = await moveSession(sql, { ...move, preview: false }, { by }, morning)
        if (!moved.ok) return
        if (moved.value.id) moves.push(moved.value.id)
        movesTo = from
        return
      }
      case 'undo move': {
        const undone = await undoSessionMove(sql, moves.pop() ?? id, { by }, morning)
        if (undone.ok) movesTo = movesTo === next ? day : next
        return
      }
      case 'hold': {
        const held = await holdForGroup(sql, market.experience, slot).catch(() => undefined)
        if (held) groups.push(held)
        return
      }
      case 'let go':
        return releaseGroupHold(sql, groups.pop() ?? id, { by }, morning)
      default: {
        const { kind, pence, beyond } = step
        const how = kind === 'discount' || kind === 'keep' ? { reason: 'Club' } : { kind: 'cash' }
        const amount = pence === null ? {} : { amount: pence / 100 }
        const expected = model.amountOf(kind, pence, beyond)
        const done = await record({ entry: kind, ...how, ...amount, beyond_due: beyond })
        expect(done.ok).toBe(expected !== null)
        if (done.ok) add(done.value.id, kind, expected ?? 0)
      }
    }
  }

  for (const step of sequence) {
    await act(step)
    const [visit] = await sql<[Visit]>`
      select number_of_guests as guests, arrived_guests as came, attendance is not distinct from 'no_show' as is_no_show,
        status = 'cancelled' or called_off_at is not null as is_off
      from bookings where id = ${id}`
    model.visit = visit
    const money = await findBookingMoney(sql, id, { by })
    expect(money).toMatchObject({
      total_price: model.total / 100,
      discounts: model.sum('discount') / 100,
      taken: model.sum('payment') / 100,
      refunds: model.sum('refund') / 100,
      kept: model.kept / 100,
      due: model.due / 100,
    })
    await agree(model, money as NonNullable<typeof money>)
  }

  async function agree(of: Model, money: NonNullable<Awaited<ReturnType<typeof findBookingMoney>>>) {
    const [till] = await sql<[{ net: number }]>`
      select coalesce(sum(taken - refunds), 0) as net from till_of(${vineyard_id}, ${day})`
    expect(till.net, 'the till is the money of bookings and sales').toBe((of.net + of.sum('sale')) / 100)
    expect(await findMoneyToGiveBack(sql, vineyard_id, now)).toMatchObject(
      of.due < 0 ? [{ booking_id: id, amount: -of.due / 100 }] : [],
    )
    // A device at the gate computes the amount due from the entries that were not corrected.
    const corrected = new Set(money.items.map(({ corrects }) => corrects))
    const standing = money.items.filter((item) => item.corrects === null && !corrected.has(item.id))
    const { is_off, is_no_show, came, guests } = of.visit
    const visit = is_off ? 'off' : is_no_show ? 'no_show' : 'counts'
    expect(dueOf({ price: of.total / 100, visit }, standing)).toBe(of.due / 100)
    const missing = came === null ? 0 : of.price * (guests - came)
    expect(dueOfArrived(money)).toBe(missing > 0 && of.due > 0 ? Math.max(0, of.due - missing) / 100 : null)
  }
}

const whole = { pence: null, beyond: false }
/** A refund of money that was kept for a cancelled visit. Random histories rarely have all four steps. */
const refundOfKept: Step[] = [
  { kind: 'payment', ...whole },
  { kind: 'status', cancelled: true },
  { kind: 'keep', ...whole },
  { kind: 'refund', pence: 1000, beyond: false },
]

const numRuns = Number(process.env.MONEY_RUNS ?? 30)

test(
  'the amount due, the till and the money to give back are exact after any sequence of steps',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const market = await makeDailyExperience(sql, {
          capacity: 10_000,
          experience: { price_per_person: 19.99 },
        })
        await play(market, sequence)
      }),
      { numRuns, examples: [[refundOfKept]] },
    )
    expect(await sql`select * from consistency_faults(${now}) where fault <> 'called off'`).toEqual([])
  },
  // Allows four seconds for each history, because a busy machine takes at least one.
  20_000 + numRuns * 4000,
)
