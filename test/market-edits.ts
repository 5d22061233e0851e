import { randomUUID } from 'node:crypto'

import { createPattern, removePattern, updatePattern } from '../app/availability/plan.server.ts'
import { setExperienceActive, setVineyardVisible } from './offer.ts'
import {
  addException as addToDatabase,
  removeException as removeFromDatabase,
} from '../app/bookings/sessions/closure.server.ts'
import {
  type Comparison,
  type Drawn,
  success,
  type MarketPair,
  refused,
  notApplicable,
  withoutValue,
} from './market-pair.ts'
import type { Exclusion, Offer, Plan } from './market-types.ts'

const by = { actor: 'admin', actor_id: randomUUID() } as const

export async function createPlan(
  pair: MarketPair,
  { offer: drawn, plan: made }: Drawn<'create plan'>,
): Promise<Comparison> {
  const { sql, market, now } = pair
  const { from, lasts, ...rest } = made
  const offer = pair.pick(market.offers, drawn) as Offer
  const plan: Plan = { id: '', offer, ...rest, ...season(pair, from, lasts), active: true }
  const actual = await createPattern(sql, offer.id, asPattern(plan), { by }, now)
  if (market.clashes(plan)) return [actual, { ok: false, problem: 'same_start' }]
  plan.id = actual.ok ? actual.value.id : ''
  market.plans.push(plan)
  return [actual, { ok: true, value: { id: plan.id } }]
}

export async function updatePlan(
  pair: MarketPair,
  plan: Plan,
  step: Drawn<'update plan'>,
): Promise<Comparison> {
  const { from, lasts, ...rest } = step.plan
  const drawn = { ...rest, ...season(pair, from, lasts), active: step.active }
  const keys = step.keys.flatMap((key) =>
    key === 'season' ? (['valid_from', 'valid_until'] as const) : [key],
  )
  const changed: Plan = { ...plan, ...Object.fromEntries(keys.map((key) => [key, drawn[key]])) }
  const actual = withoutValue(await updatePattern(pair.sql, plan.id, asPattern(changed), { by }, pair.now))
  if (pair.market.clashes(changed)) return [actual, { ok: false, problem: 'same_start' }]
  Object.assign(plan, changed)
  return [actual, success]
}

export async function removePlan({ sql, market, now }: MarketPair, plan: Plan): Promise<Comparison> {
  const actual = await removePattern(sql, plan.id, { by }, now)
  const deleted = !market.visits.some((visit) => visit.plan === plan) && !market.wasOffered(plan)
  if (deleted) {
    market.plans = market.plans.filter((other) => other !== plan)
    market.exclusions = market.exclusions.filter((exclusion) => exclusion.plan !== plan)
  } else plan.active = false
  return [actual.ok ? { ok: true, value: actual.value.deleted } : actual, { ok: true, value: deleted }]
}

export async function addException(pair: MarketPair, step: Drawn<'add exception'>): Promise<Comparison> {
  const { sql, market, vineyard_id, now } = pair
  const plan = step.scope === 'plan' ? pair.pick(market.plans, step.which) : null
  if (plan === undefined) return notApplicable
  const offer =
    step.scope === 'offer' ? (pair.pick(market.offers, step.which) ?? null) : (plan?.offer ?? null)
  const span = {
    starts_on: pair.day(step.day),
    ends_on: pair.day(step.day + step.lasts),
    from_time: step.hours?.[0] ?? null,
    until_time: step.hours?.[1] ?? null,
    capacity: step.capacity,
  }
  const slotName = { vineyard_id, experience_id: offer?.id ?? null, pattern_id: plan?.id ?? null }
  const actual = await addToDatabase(sql, { ...slotName, ...span }, { by, bookings: step.fate }, now)
  const met = step.capacity === null ? market.under({ ...span, offer, plan }) : []
  const counts = {
    bookings: met.length,
    guests: met.reduce((sum, { guests }) => sum + guests, 0),
    without_email: 0,
    held: 0,
  }
  if (met.length > 0 && step.fate === null) return [actual, refused({ kind: 'booked', paid: 0, ...counts })]
  const id = actual.ok ? actual.value.id : ''
  const exclusion = { ...span, offer, plan, id, created_at: market.now }
  market.exclusions.push(exclusion)
  pair.noteClosings(exclusion)
  if (step.fate === 'cancel') for (const visit of met) market.setStatus(visit, 'cancelled', exclusion)
  const over = step.capacity === null ? {} : { over_by: market.overBy(exclusion) }
  return [actual, { ok: true, value: { id, ...counts, ...over } }]
}

export async function removeException(
  { sql, market, now }: MarketPair,
  exclusion: Exclusion,
): Promise<Comparison> {
  market.exclusions = market.exclusions.filter((other) => other !== exclusion)
  return [await removeFromDatabase(sql, exclusion.id, { by }, now), success]
}

export async function setActive(
  { sql, now }: MarketPair,
  offer: Offer,
  active: boolean,
): Promise<Comparison> {
  offer.active = active
  return [withoutValue(await setExperienceActive(sql, offer.id, active, { by }, now)), success]
}

export async function setVisible(
  { sql, market, vineyard_id, now }: MarketPair,
  visible: boolean,
): Promise<Comparison> {
  market.visible = visible
  return [withoutValue(await setVineyardVisible(sql, vineyard_id, visible, { by }, now)), success]
}

function season(pair: MarketPair, from: number, lasts: number | null) {
  return { valid_from: pair.day(from), valid_until: lasts === null ? null : pair.day(from + lasts) }
}

function asPattern({ days_of_week, start_time, capacity, valid_from, valid_until, active }: Plan) {
  return { days_of_week, start_time, capacity, valid_from, valid_until, is_active: active }
}
