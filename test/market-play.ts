import { expect } from 'vitest'

import type { Sql } from '../app/platform/database.server.ts'
import { makeExperience, makeVineyard } from './make.ts'
import type { Act, Opening } from './market-acts.ts'
import * as bookings from './market-bookings.ts'
import * as edits from './market-edits.ts'
import { type Both, Ground, nothing } from './market-ground.ts'
import { addDays, instantOf, Market, type Offer } from './market-model.ts'

/** A vineyard with two experiences, their plans and legacy rows, as it was drawn. */
export async function openMarket(
  sql: Sql,
  { window, host, offers, plans, singles }: Opening,
): Promise<Ground> {
  const vineyard_id = (await makeVineyard(sql)).id
  const market = new Market(Date.parse(`${addDays(window, -4)}T09:00:00Z`), host)
  const ground = new Ground(sql, market, vineyard_id, window)
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
  for (const plan of plans) await play(ground, { kind: 'create plan', ...plan })
  for (const single of singles) {
    const offer = ground.pick(market.offers, single.offer) as Offer
    const day = ground.day(single.day)
    const start_time = new Date(instantOf(day, single.start) ?? Number.NaN)
    const [row] = await sql<{ id: string }[]>`
      insert into availability ${sql({ experience_id: offer.id, start_time, available_slots: single.total })}
      on conflict do nothing returning id`
    if (row) market.singles.push({ id: row.id, offer, day, start: single.start, total: single.total })
  }
  return ground
}

/** Does one act twice, and holds both answers against each other. Gives the answer in two words. */
export async function play(ground: Ground, act: Act): Promise<string> {
  const [told, expected] = await both(ground, act)
  expect(told, JSON.stringify(act)).toEqual(expected)
  ground.market.now += 60_000
  if (told === undefined) return `${act.kind}: nothing there`
  if (told.ok) return `${act.kind}: done`
  const { problem } = told
  return `${act.kind}: ${typeof problem === 'string' ? problem : (problem as { kind: string }).kind}`
}

async function both(ground: Ground, act: Act): Promise<Both> {
  const { market } = ground
  const visit = 'visit' in act ? ground.pick(market.visits, act.visit) : undefined
  const plan = 'which' in act ? ground.pick(market.plans, act.which) : undefined
  switch (act.kind) {
    case 'book':
      return bookings.book(ground, act)
    case 'cancel':
      return visit ? bookings.cancel(ground, visit) : nothing
    case 'status':
      return visit ? bookings.setStatus(ground, visit, act) : nothing
    case 'move':
      return visit ? bookings.move(ground, visit, act) : nothing
    case 'create plan':
      return edits.createPlan(ground, act)
    case 'update plan':
      return plan ? edits.updatePlan(ground, plan, act) : nothing
    case 'remove plan':
      return plan ? edits.removePlan(ground, plan) : nothing
    case 'add exception':
      return edits.addException(ground, act)
    case 'remove exception': {
      const exclusion = ground.pick(market.exclusions, act.which)
      return exclusion ? edits.removeException(ground, exclusion) : nothing
    }
    case 'offer':
      return edits.setActive(ground, ground.pick(market.offers, act.which) as Offer, act.active)
    case 'show':
      return edits.setVisible(ground, act.visible)
    case 'tick':
      market.now += act.minutes * 60_000
      return nothing
  }
}
