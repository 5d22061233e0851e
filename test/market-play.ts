import { expect } from 'vitest'

import type { Sql } from '../app/platform/database/database.server.ts'
import { makeApiKey, makeExperience, makeVineyard } from './make.ts'
import type { Step, Opening } from './market-steps.ts'
import * as bookings from './market-bookings.ts'
import * as edits from './market-edits.ts'
import { type Comparison, MarketPair, notApplicable } from './market-pair.ts'
import { Market } from './market-model.ts'
import type { Offer } from './market-types.ts'
import { addDays, instantOf } from './market-time.ts'

/** Creates the vineyard that was drawn: two experiences with plans and legacy slots. */
export async function openMarket(
  sql: Sql,
  { window, host, offers, plans, singles }: Opening,
): Promise<MarketPair> {
  const vineyard_id = (await makeVineyard(sql)).id
  const market = new Market(Date.parse(`${addDays(window, -4)}T09:00:00Z`), host)
  const { id: key_id } = await makeApiKey(sql, { vineyard_id })
  const pair = new MarketPair(sql, market, { vineyard_id, key_id, window })
  const [hosted] = host
    ? await sql<
        { id: string }[]
      >`insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: host })} returning id`
    : []
  for (const offered of offers) {
    const made = await makeExperience(sql, {
      vineyard_id,
      duration_minutes: offered.minutes,
      min_group_size: offered.min,
      max_group_size: offered.max,
      booking_cutoff_minutes: offered.booking_cutoff,
      booking_horizon_days: offered.horizon,
      cancellation_cutoff_minutes: offered.cancellation_cutoff,
      host_id: hosted?.id ?? null,
    })
    market.offers.push({ ...offered, ...made, active: true, hosted: hosted !== undefined })
  }
  for (const plan of plans) await play(pair, { kind: 'create plan', ...plan })
  for (const single of singles) {
    const offer = pair.pick(market.offers, single.offer) as Offer
    const day = pair.day(single.day)
    const start_time = new Date(instantOf(day, single.start) ?? Number.NaN)
    const [row] = await sql<{ id: string }[]>`
      insert into availability (experience_id, start_time, available_slots)
      select ${offer.id}, ${start_time}, ${single.total}
      where not exists (
        select from availability where experience_id = ${offer.id} and start_time = ${start_time}
      )
      returning id`
    if (row) market.singles.push({ id: row.id, offer, day, start: single.start, total: single.total })
  }
  return pair
}

/** Applies a step to the database and to the model, and expects equal results. Returns the kind of result. */
export async function play(pair: MarketPair, step: Step): Promise<string> {
  const [actual, expected] = await compare(pair, step)
  expect(actual, JSON.stringify(step)).toEqual(expected)
  // A step takes 12 seconds and staff can undo for 30 seconds, so a guest may cancel between a cancellation
  // by staff and its Undo.
  pair.market.pass(12_000)
  pair.noteClosings()
  if (actual === undefined) return `${step.kind}: not applicable`
  if (actual.ok) return `${step.kind}: done`
  const { problem } = actual
  return `${step.kind}: ${typeof problem === 'string' ? problem : (problem as { kind: string }).kind}`
}

async function compare(pair: MarketPair, step: Step): Promise<Comparison> {
  const { market } = pair
  const visit = 'visit' in step ? pair.pick(market.visits, step.visit) : undefined
  const plan = 'which' in step ? pair.pick(market.plans, step.which) : undefined
  switch (step.kind) {
    case 'book':
      return bookings.book(pair, step)
    case 'cancel':
      return visit ? bookings.cancel(pair, visit, step) : notApplicable
    case 'status':
      return visit ? bookings.setStatus(pair, visit, step) : notApplicable
    case 'undo':
      return visit ? bookings.undo(pair, visit, step) : notApplicable
    case 'move':
      return visit ? bookings.move(pair, visit, step) : notApplicable
    case 'create plan':
      return edits.createPlan(pair, step)
    case 'update plan':
      return plan ? edits.updatePlan(pair, plan, step) : notApplicable
    case 'remove plan':
      return plan ? edits.removePlan(pair, plan) : notApplicable
    case 'add exception':
      return edits.addException(pair, step)
    case 'remove exception': {
      const exclusion = pair.pick(market.exclusions, step.which)
      return exclusion ? edits.removeException(pair, exclusion) : notApplicable
    }
    case 'offer':
      return edits.setActive(pair, pair.pick(market.offers, step.which) as Offer, step.active)
    case 'show':
      return edits.setVisible(pair, step.visible)
    case 'tick':
      market.pass(step.minutes * 60_000)
      return notApplicable
  }
}
