import { expect } from 'vitest'

import type { Sql } from '../app/platform/database/database.server.ts'
import type { Step } from './market-steps.ts'
import type { Market } from './market-model.ts'
import type { Exclusion, Offer, Plan, Single, Start, Visit } from './market-types.ts'
import { addDays } from './market-time.ts'

export type Drawn<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
export type Slot = { plan: Plan | null; single: Single | null; day: string }

export type Answer = { ok: true; value: unknown } | { ok: false; problem: unknown }
/** The result of the database and the result of the model. Both are undefined if the step was not possible. */
export type Comparison = [actual: Answer, expected: Answer] | [undefined, undefined]

export const success: Answer = { ok: true, value: undefined }
export const notApplicable: Comparison = [undefined, undefined]
export const refused = (problem: Record<string, unknown>): Answer => ({ ok: false, problem })
/** Returns a result without its value. */
export const withoutValue = (answer: Answer): Answer => (answer.ok ? success : answer)

/** A vineyard in the database and its model, with functions that turn drawn numbers into slots and days. */
export class MarketPair {
  readonly sql: Sql
  readonly market: Market
  readonly vineyard_id: string
  /** The id of an API key of the vineyard. The key may cancel bookings. */
  readonly key_id: string
  private window: string

  constructor(sql: Sql, market: Market, of: { vineyard_id: string; key_id: string; window: string }) {
    this.sql = sql
    this.market = market
    this.vineyard_id = of.vineyard_id
    this.key_id = of.key_id
    this.window = of.window
  }

  get now() {
    return new Date(this.market.now)
  }

  /** Returns the day that is this number of days after the first day of the window. */
  day(offset: number): string {
    return addDays(this.window, offset)
  }

  /** Records with `Market.noteClosings` which slots around the window have closed. */
  noteClosings(closure?: Exclusion): void {
    this.market.noteClosings(
      Array.from({ length: 16 }, (_, n) => this.day(n - 4)),
      closure,
    )
  }

  pick<Item>(items: Item[], drawn: number): Item | undefined {
    return items[drawn % items.length]
  }

  /**
   * With `known`, returns one of the next bookable slots, which are few, so that parties compete. Otherwise, returns
   * any slot of the day, even a closed or past slot or a slot of another offer.
   */
  slot(drawn: number, offset: number, known: boolean, offers = this.market.offers): Slot | undefined {
    const { market } = this
    const offered = offers.flatMap((offer) =>
      Array.from({ length: 8 }, (_, n) => market.starts(offer, this.day(n - 1), { staff: true }))
        .flat()
        .slice(0, 5),
    )
    if (known && offered.length > 0) return this.pick(offered, drawn)
    const plans = market.plans.map((plan) => ({ plan, single: null, day: this.day(offset) }))
    const singles = market.singles.map((single) => ({ plan: null, single, day: single.day }))
    return this.pick([...plans, ...singles], drawn)
  }

  find(offer: Offer, slot: Slot, how: { staff?: boolean; without?: Visit } = {}): Start | undefined {
    const starts = this.market.starts(offer, slot.day, how)
    return starts.find(({ plan, single }) => plan === slot.plan && single === slot.single)
  }

  /** Expects that the stored slots are exactly the slots that the plans require. */
  async compareStored(): Promise<void> {
    const differences = await this.sql`
      with days as (
        select e.id, greatest(london_today(${this.now}), ${this.day(-2)}::date) as first, ${this.day(7)}::date as last
        from experiences e where e.vineyard_id = ${this.vineyard_id}
      ),
      planned as (
        select d.id, p.pattern_id, p.availability_id, p.slot_date, p.start_time, p.starts_at, p.ends_at, p.planned, p.capacity,
          p.closed, p.exception_id
        from days d cross join lateral planned_starts(d.id, d.first, d.last, ${this.now}) p
        where p.starts_at is not null
      ),
      stored as (
        select d.id, s.pattern_id, case when s.pattern_id is null then s.id end, s.slot_date, s.start_time, s.starts_at,
          s.ends_at, s.planned, s.capacity, s.is_closed, s.exception_id
        from days d join slots s on s.experience_id = d.id
        where s.slot_date between d.first and d.last and s.retired_at is null and not s.is_superseded
      )
      (select 'missing' as difference, p.* from (table planned except all table stored) as p)
      union all
      (select 'superfluous', s.* from (table stored except all table planned) as s)`
    expect([...differences]).toEqual([])
  }

  /** Compares every slot around the window, as guests see it and as staff see it. */
  async compare(): Promise<void> {
    await this.compareStored()
    const days = Array.from({ length: 10 }, (_, n) => this.day(n - 2))
    const found = await this.sql`
      select e.id as offer, staff, coalesce(s.pattern_id, s.availability_id) as id, slot_date as day, starts_at, ends_at,
        capacity, remaining
      from experiences e
        cross join unnest(array[false, true]) as staff
        cross join lateral slots_for(e.id, ${days[0] ?? ''}, ${days.at(-1) ?? ''}, ${this.now}, staff, null) s
      where e.vineyard_id = ${this.vineyard_id}`
    const expected = this.market.offers.flatMap((offer) =>
      [false, true].flatMap((staff) =>
        days.flatMap((day) =>
          this.market.starts(offer, day, { staff }).map((start) => ({
            offer: offer.id,
            staff,
            id: (start.plan ?? start.single)?.id,
            day: start.day,
            starts_at: new Date(start.starts_at),
            ends_at: new Date(start.ends_at),
            capacity: start.capacity,
            remaining: start.remaining,
          })),
        ),
      ),
    )
    const inOrder = (rows: Iterable<unknown>) => [...rows].map((row) => JSON.stringify(row)).toSorted()
    expect(inOrder(found)).toEqual(inOrder(expected))
  }
}

export function slotName({ plan, single, day }: Slot) {
  return plan ? { pattern_id: plan.id, slot_date: day } : { availability_id: single?.id ?? '' }
}
