import { randomUUID } from 'node:crypto'

import { createPattern, removePattern, updatePattern } from '../app/availability/pattern.server.ts'
import { setExperienceActive, setVineyardVisible } from './offer.ts'
import {
  addException as addToDatabase,
  removeException as removeFromDatabase,
} from '../app/bookings/closure.server.ts'
import { type Both, type Drawn, done, type Ground, no, nothing, plain } from './market-ground.ts'
import type { Exclusion, Offer, Plan } from './market-model.ts'

const by = { actor: 'admin', actor_id: randomUUID() } as const

export async function createPlan(
  ground: Ground,
  { offer: drawn, plan: made }: Drawn<'create plan'>,
): Promise<Both> {
  const { sql, market, now } = ground
  const { from, lasts, ...rest } = made
  const offer = ground.pick(market.offers, drawn) as Offer
  const plan: Plan = { id: '', offer, ...rest, ...season(ground, from, lasts), active: true }
  const told = await createPattern(sql, offer.id, asPattern(plan), { by }, now)
  if (market.clashes(plan)) return [told, { ok: false, problem: 'same_start' }]
  plan.id = told.ok ? told.value.id : ''
  market.plans.push(plan)
  return [told, { ok: true, value: { id: plan.id } }]
}

export async function updatePlan(ground: Ground, plan: Plan, act: Drawn<'update plan'>): Promise<Both> {
  const { from, lasts, ...rest } = act.plan
  const drawn = { ...rest, ...season(ground, from, lasts), active: act.active }
  const keys = act.keys.flatMap((key) =>
    key === 'season' ? (['valid_from', 'valid_until'] as const) : [key],
  )
  const changed: Plan = { ...plan, ...Object.fromEntries(keys.map((key) => [key, drawn[key]])) }
  const told = plain(await updatePattern(ground.sql, plan.id, asPattern(changed), { by }, ground.now))
  if (ground.market.clashes(changed)) return [told, { ok: false, problem: 'same_start' }]
  Object.assign(plan, changed)
  return [told, done]
}

export async function removePlan({ sql, market, now }: Ground, plan: Plan): Promise<Both> {
  const told = await removePattern(sql, plan.id, { by }, now)
  const deleted = !market.visits.some((visit) => visit.plan === plan)
  if (deleted) {
    market.plans = market.plans.filter((other) => other !== plan)
    market.exclusions = market.exclusions.filter((exclusion) => exclusion.plan !== plan)
  } else plan.active = false
  return [told.ok ? { ok: true, value: told.value.deleted } : told, { ok: true, value: deleted }]
}

export async function addException(ground: Ground, act: Drawn<'add exception'>): Promise<Both> {
  const { sql, market, vineyard_id, now } = ground
  const plan = act.scope === 'plan' ? ground.pick(market.plans, act.which) : null
  if (plan === undefined) return nothing
  const offer =
    act.scope === 'offer' ? (ground.pick(market.offers, act.which) ?? null) : (plan?.offer ?? null)
  const span = {
    starts_on: ground.day(act.day),
    ends_on: ground.day(act.day + act.lasts),
    from_time: act.hours?.[0] ?? null,
    until_time: act.hours?.[1] ?? null,
    capacity: act.capacity,
  }
  const named = { vineyard_id, experience_id: offer?.id ?? null, pattern_id: plan?.id ?? null }
  const told = await addToDatabase(sql, { ...named, ...span }, { by, bookings: act.fate }, now)
  const met = act.capacity === null ? market.under({ ...span, offer, plan }) : []
  const counts = { bookings: met.length, guests: met.reduce((sum, { guests }) => sum + guests, 0) }
  if (met.length > 0 && act.fate === null) return [told, no({ kind: 'booked', ...counts })]
  if (act.fate === 'cancel') for (const visit of met) visit.status = 'cancelled'
  const id = told.ok ? told.value.id : ''
  market.exclusions.push({ ...span, offer, plan, id, created_at: market.now })
  return [told, { ok: true, value: { id, ...counts } }]
}

export async function removeException({ sql, market, now }: Ground, exclusion: Exclusion): Promise<Both> {
  market.exclusions = market.exclusions.filter((other) => other !== exclusion)
  return [await removeFromDatabase(sql, exclusion.id, { by }, now), done]
}

export async function setActive({ sql, now }: Ground, offer: Offer, active: boolean): Promise<Both> {
  offer.active = active
  return [plain(await setExperienceActive(sql, offer.id, active, { by }, now)), done]
}

export async function setVisible({ sql, market, vineyard_id, now }: Ground, visible: boolean): Promise<Both> {
  market.visible = visible
  return [plain(await setVineyardVisible(sql, vineyard_id, visible, { by }, now)), done]
}

function season(ground: Ground, from: number, lasts: number | null) {
  return { valid_from: ground.day(from), valid_until: lasts === null ? null : ground.day(from + lasts) }
}

function asPattern({ days_of_week, start_time, capacity, valid_from, valid_until, active }: Plan) {
  return { days_of_week, start_time, capacity, valid_from, valid_until, is_active: active }
}
