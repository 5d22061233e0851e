import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { findSlots } from '../../availability/slot.server.ts'
import { makeLegacySlot, guestBookingRequest } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { changeBookingStatus } from '../booking.server.ts'
import { createBooking } from './create-booking.server.ts'
import { addException, removeException } from '../sessions/closure.server.ts'
import { bookHold, findHold, holdPlaces, releaseHold } from './hold.server.ts'
import { releaseExpiredHolds } from '../scheduled-jobs.server.ts'

const sql = await ownDatabase()
const by = { actor: 'admin', actor_id: randomUUID() } as const
const guest = {
  guest_name: 'Ada',
  guest_email: 'ada@example.com',
  guest_phone: '01632 960123',
  special_requests: '',
}
const day = '2026-06-06'
const start = Date.parse('2026-06-01T09:00:00Z')
const capacity = 8
const hostCapacity = 6
const runs = Number(process.env.HOLD_RUNS ?? 16)

const party = fc.integer({ min: 1, max: 5 })
const command = fc.oneof(
  fc.record({ does: fc.constant('hold' as const), guests: party, minutes: fc.constantFrom(1, 5, 60) }),
  fc.record({ does: fc.constant('hold' as const), guests: party, minutes: fc.constantFrom(1, 5, 60) }),
  fc.record({ does: fc.constant('book' as const), guests: party }),
  fc.record({
    does: fc.constantFrom('confirm' as const, 'release' as const, 'cancel' as const),
    which: fc.nat(9),
  }),
  fc.record({ does: fc.constant('confirm' as const), which: fc.nat(9) }),
  fc.record({ does: fc.constant('change' as const), which: fc.nat(9), guests: party }),
  fc.record({ does: fc.constant('wait' as const), minutes: fc.constantFrom(1, 4, 30) }),
  fc.record({ does: fc.constantFrom('close' as const, 'open' as const, 'sweep' as const) }),
  fc.record({ does: fc.constant('cut' as const), to: fc.constantFrom(0, 2, 4, 6) }),
)
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never
const kinds = ['pattern', 'legacy', 'hosted'] as const

type ModelHold = { guests: number; expires: number; outcome: 'booked' | 'released' | null }
type ModelBooking = { guests: number; isCancelled: boolean }

/** A plain model that stores lists of bookings and holds, and counts them on each request. */
class Model {
  now = start
  isClosed = false
  limit: number | null = null
  readonly holds = new Map<string, ModelHold>()
  readonly bookings = new Map<string, ModelBooking>()
  readonly kind: (typeof kinds)[number]
  constructor(kind: (typeof kinds)[number]) {
    this.kind = kind
  }
  isLive(hold: ModelHold) {
    return hold.outcome === null && hold.expires > this.now
  }
  /** The places left, or null if the slot is closed. */
  get remaining(): number | null {
    if (this.isClosed) return null
    const sum = (parties: { guests: number }[]) => parties.reduce((total, { guests }) => total + guests, 0)
    const taken =
      sum([...this.bookings.values()].filter(({ isCancelled }) => !isCancelled)) +
      sum([...this.holds.values()].filter((hold) => this.isLive(hold)))
    const most = Math.min(this.limit ?? capacity, capacity)
    const left = Math.min(
      most - taken,
      this.kind === 'hosted' ? hostCapacity - taken : Number.POSITIVE_INFINITY,
    )
    return Math.max(0, left)
  }
  answerTo(guests: number): string {
    if (this.remaining === null) return 'gone'
    return guests <= this.remaining ? 'ok' : `full ${this.remaining}`
  }
}

/** Creates an experience with one slot on the day: a slot of a pattern, a legacy slot, or a slot with a host. */
async function makeMarket(sql: Sql, kind: (typeof kinds)[number]) {
  const { id: vineyard_id } = await makeVineyard(sql)
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'Guide', capacity: hostCapacity })} returning id`
  const host_id = kind === 'hosted' ? host.id : null
  const experience = await makeExperience(sql, { vineyard_id, max_group_size: null, host_id })
  if (kind === 'legacy')
    return { experience, slot: await makeLegacySlot(sql, experience, `${day}T13:30:00Z`, capacity) }
  const { id: pattern_id } = await makePattern(sql, { experience_id: experience.id, capacity })
  return { experience, slot: { pattern_id, slot_date: day } }
}

async function play(kind: (typeof kinds)[number], commands: Command[], met: Map<string, number>) {
  const model = new Model(kind)
  const { experience, slot } = await makeMarket(sql, kind)
  const slotName = 'pattern_id' in slot ? slot : { availability_id: slot.availability_id }
  const exceptions: { closed?: string; cut?: string } = {}
  const at = () => new Date(model.now)
  const answerOf = (result: { ok: boolean; problem?: unknown }) => {
    if (result.ok) return 'ok'
    const problem = result.problem as string | { kind: string; reason?: string; remaining?: number }
    if (typeof problem === 'string') return problem
    const reason = problem.reason ?? problem.kind
    return reason === 'full' ? `full ${problem.remaining}` : reason
  }
  const except = async (changes: { capacity: number | null }) => {
    const { vineyard_id } = experience
    const added = await addException(
      sql,
      { vineyard_id, starts_on: day, ends_on: day, ...changes },
      { by, bookings: 'keep' },
      at(),
    )
    return added.ok ? added.value.id : ''
  }

  for (const step of commands) {
    let [expected, got] = ['ok', 'ok']
    switch (step.does) {
      case 'hold': {
        expected = model.answerTo(step.guests)
        const expires = model.now + step.minutes * 60_000
        const held = await holdPlaces(
          sql,
          {
            experience_id: experience.id,
            slot: slotName,
            number_of_guests: step.guests,
            expires_at: new Date(expires),
          },
          { by },
          at(),
        )
        got = answerOf(held)
        if (held.ok) model.holds.set(held.value.id, { guests: step.guests, expires, outcome: null })
        break
      }
      case 'book': {
        expected = model.answerTo(step.guests)
        const request = guestBookingRequest(experience, slot, step.guests)
        const booked = await createBooking(sql, experience, request, at())
        got = answerOf(booked)
        if (booked.ok) model.bookings.set(booked.value.id, { guests: step.guests, isCancelled: false })
        break
      }
      case 'confirm': {
        const [id, hold] = [...model.holds][step.which % Math.max(1, model.holds.size)] ?? []
        if (!id || !hold) break
        if (hold.outcome === 'released') expected = 'ended'
        // Staff can book a live hold even after its slot was closed.
        else if (hold.outcome === null && !model.isLive(hold)) expected = model.answerTo(hold.guests)
        got = answerOf(await bookHold(sql, id, guest, { by }, at()))
        if (expected === 'ok' && hold.outcome === null) {
          hold.outcome = 'booked'
          model.bookings.set(id, { guests: hold.guests, isCancelled: false })
        }
        break
      }
      case 'change': {
        const [id, hold] = [...model.holds][step.which % Math.max(1, model.holds.size)] ?? []
        if (!id || !hold) break
        const own = model.isLive(hold) ? hold.guests : 0
        hold.guests -= own
        expected = own === 0 ? 'ended' : model.isClosed ? 'gone' : model.answerTo(step.guests)
        hold.guests += own
        // A smaller party always fits.
        if (expected.startsWith('full') && step.guests <= own) expected = 'ok'
        const [changed] = await sql<[{ problem: string | null; remaining: number }]>`
          select * from change_hold(${id}, ${sql.json({ number_of_guests: step.guests })}, null, ${at()})`
        got = changed.problem === 'full' ? `full ${changed.remaining}` : (changed.problem ?? 'ok')
        if (expected === 'ok') hold.guests = step.guests
        break
      }
      case 'release': {
        const [id, hold] = [...model.holds][step.which % Math.max(1, model.holds.size)] ?? []
        if (!id || !hold) break
        expected = hold.outcome === 'booked' ? 'booked' : 'ok'
        got = answerOf(await releaseHold(sql, id, { by }, at()))
        if (model.isLive(hold)) hold.outcome = 'released'
        break
      }
      case 'cancel': {
        const [id, booking] = [...model.bookings][step.which % Math.max(1, model.bookings.size)] ?? []
        if (!id || !booking) break
        got = answerOf(await changeBookingStatus(sql, id, 'cancelled', { by }, at()))
        booking.isCancelled = true
        break
      }
      case 'wait':
        model.now += step.minutes * 60_000
        break
      case 'sweep':
        await releaseExpiredHolds(sql, at())
        expect(await sql`select from holds where ended_at is null and expires_at <= ${at()}`).toHaveLength(0)
        break
      case 'close':
        exceptions.closed ??= await except({ capacity: null })
        model.isClosed = true
        break
      case 'cut':
        if (exceptions.cut) await removeException(sql, exceptions.cut, { by }, at())
        exceptions.cut = await except({ capacity: step.to })
        model.limit = step.to
        break
      case 'open':
        for (const id of Object.values(exceptions)) await removeException(sql, id, { by }, at())
        delete exceptions.closed
        delete exceptions.cut
        model.isClosed = false
        model.limit = null
    }
    expect(`${step.does}: ${got}`).toBe(`${step.does}: ${expected}`)
    const [outcome = ''] = expected.split(' ')
    met.set(`${step.does} ${outcome}`, (met.get(`${step.does} ${outcome}`) ?? 0) + 1)

    const [shown] = await findSlots(sql, experience.id, day, at())
    expect(shown?.remaining ?? null, `after ${JSON.stringify(step)}`).toBe(model.remaining)
  }
  for (const [id, hold] of model.holds) {
    const stored = await findHold(sql, id, { by })
    expect(stored?.outcome === 'expired' ? null : stored?.outcome, id).toBe(hold.outcome)
  }
  // After the remaining holds have expired, the counters must agree with the model.
  model.now += 61 * 60_000
  await releaseExpiredHolds(sql, at())
  const [left] = await findSlots(sql, experience.id, day, at())
  expect(left?.remaining ?? null).toBe(model.remaining)
  return model.now
}

// Negative controls: this test fails if expired holds count as live, or if readers ignore held places.
test(
  'bookings, holds and edits in any order have the same outcomes as in a plain model',
  async () => {
    const met = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.array(command, { minLength: 12, maxLength: 30, size: 'max' }),
        async (kind, commands) => {
          const now = await play(kind, commands, met)
          expect(await findInconsistencies(sql, new Date(now))).toEqual([])
        },
      ),
      { numRuns: runs },
    )
    for (const outcome of [
      'hold ok',
      'hold full',
      'hold gone',
      'book full',
      'confirm ok',
      'confirm full',
      'confirm gone',
      'confirm ended',
      'release booked',
      'change ok',
      'change full',
      'change gone',
      'change ended',
    ])
      expect(met.get(outcome) ?? 0, outcome).toBeGreaterThan(0)
  },
  20_000 + runs * 4_000,
)
