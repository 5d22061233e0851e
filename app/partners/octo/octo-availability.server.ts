import type { Availability, CalendarDay, Capabilities, ProductRow } from './octo-types.ts'

import type { Slot } from '../../availability/slot.ts'
import { largestParty } from '../../catalogue/experiences/experience.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays, clockOf, type Day, dayOf } from '../../platform/days.ts'
import { ok, type Result } from '../../platform/result.ts'
import type { AvailabilityRequest, CalendarRequest } from './octo-request.server.ts'
import { optionId, pricingOf, unitId } from './octo-product.server.ts'
import { type OctoRefusal, refuseId } from './octo-refusal.ts'

/** A slot that is open, whether it has places left or is full. */
export type SlotRow = Omit<Slot, 'id' | 'end_time'>

/** Returns an instant in UTC in OCTO's format, without a fraction of a second. */
export const utc = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`

/** Returns an instant as London time with its offset: '2026-11-25T12:00:00+00:00', the OCTO id of a slot. */
export function localTime(instant: Date): string {
  const local = `${clockOf(instant)}:00`
  const minutes = Math.round((Date.parse(`${local}Z`) - instant.getTime()) / 60_000)
  return `${local}+${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Returns the start that an availability id names, or null if the id has another form. */
export function startOf(id: string): Date | null {
  if (!/^2[01]\d\d-\d\d-\d\dT\d\d:\d\d:00(Z|\+0[01]:00)$/.test(id)) return null
  const instant = new Date(id)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/**
 * Returns the slots of an experience on these days. If two slots start together, returns only the slot with more places left.
 */
export async function findSlotsOfDays(
  sql: Queryable,
  experience_id: string,
  spans: [from: Day, to: Day][],
  now: Date,
): Promise<SlotRow[]> {
  return sql<SlotRow[]>`
    select distinct on (s.starts_at) s.*
    from unnest(${spans.map(([from]) => from)}::date[], ${spans.map(([, to]) => to)}::date[]) as span (first, last)
      cross join lateral slots_of(${experience_id}, span.first, span.last, ${now}) s
    order by s.starts_at, s.remaining desc`
}

/** Returns the slot that an availability id names, or the refusal of the id. */
export async function findSlot(sql: Queryable, experience_id: string, id: string, now: Date) {
  const start = startOf(id)
  const day = start && dayOf(start)
  const slots = day ? await findSlotsOfDays(sql, experience_id, [[day, day]], now) : []
  const slot = slots.find(({ starts_at }) => starts_at.getTime() === start?.getTime())
  return slot ? ok(slot) : refuseId('availabilityId', id)
}

/** Refuses an option or units that the product does not have. Otherwise returns how many places the units need. */
export function readUnits(
  option: string,
  units: readonly { id: string; quantity: number }[] = [],
): Result<number, OctoRefusal> {
  if (option !== optionId) return refuseId('optionId', option)
  const unknown = units.find(({ id }) => id !== unitId)
  if (unknown) return refuseId('unitId', unknown.id)
  return ok(units.reduce((sum, { quantity }) => sum + quantity, 0))
}

/** Returns the availability of a product, by days or by id. A full slot is sold out; a closed slot is left out. */
export async function findAvailability(
  sql: Queryable,
  product: ProductRow,
  {
    spans,
    availabilityIds,
    quantity,
  }: Pick<AvailabilityRequest, 'spans' | 'availabilityIds'> & { quantity: number },
  capabilities: Capabilities,
  now: Date,
): Promise<Availability[]> {
  const starts = availabilityIds?.map((id) => startOf(id)?.getTime())
  const days = new Set(starts?.flatMap((start) => (start === undefined ? [] : [dayOf(new Date(start))])))
  const asked = spans ?? [...days].map((day): [Day, Day] => [day, day])
  const slots = await findSlotsOfDays(sql, product.id, asked, now)
  return slots
    .filter(({ starts_at }) => starts?.includes(starts_at.getTime()) ?? true)
    .map((slot) => availabilityOf(slot, product, capabilities, quantity))
}

/** Returns the availability, status, vacancies and capacity of a slot, or of all slots of a day together. */
function vacanciesOf(
  slots: Pick<SlotRow, 'capacity' | 'remaining'>[],
  product: ProductRow,
  quantity: number,
) {
  const needed = Math.max(product.min_group_size, quantity)
  const [vacancies, capacity] = (['remaining', 'capacity'] as const).map((name) =>
    slots.reduce((sum, slot) => sum + slot[name], 0),
  ) as [number, number]
  const available = needed <= largestParty(product) && slots.some(({ remaining }) => remaining >= needed)
  const status = available ? (vacancies * 2 < capacity ? 'LIMITED' : 'AVAILABLE') : 'SOLD_OUT'
  return { available, status: slots.length === 0 ? 'CLOSED' : status, vacancies, capacity } as const
}

export function availabilityOf(
  slot: Pick<SlotRow, 'starts_at' | 'ends_at' | 'capacity' | 'remaining'>,
  product: ProductRow,
  capabilities: Capabilities,
  quantity = 0,
): Availability {
  return {
    id: localTime(slot.starts_at),
    localDateTimeStart: localTime(slot.starts_at),
    localDateTimeEnd: localTime(slot.ends_at),
    utcCutoffAt: utc(new Date(slot.starts_at.getTime() - product.booking_cutoff_minutes * 60_000)),
    allDay: false,
    ...vacanciesOf([slot], product, quantity),
    maxUnits: Math.min(slot.remaining, largestParty(product)),
    openingHours: [],
    ...(capabilities.has('octo/pricing') && { unitPricing: [{ unitId, ...pricingOf(product) }] }),
    ...(capabilities.has('octo/content') && { title: product.title, shortDescription: '' }),
  }
}

/** Returns each day from the first to the last. Days without a slot are closed, and so are past days. */
export async function findCalendar(
  sql: Queryable,
  product: ProductRow,
  { from, to, quantity }: Pick<CalendarRequest, 'from' | 'to'> & { quantity: number },
  capabilities: Capabilities,
  now: Date,
): Promise<CalendarDay[]> {
  const slots = await findSlotsOfDays(sql, product.id, [[from, to]], now)
  const byDay = Map.groupBy(slots, ({ slot_date }) => slot_date)
  const days: CalendarDay[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push({
      localDate: day,
      ...vacanciesOf(byDay.get(day) ?? [], product, quantity),
      openingHours: [],
      ...(capabilities.has('octo/pricing') && { unitPricingFrom: [{ unitId, ...pricingOf(product) }] }),
    })
  return days
}
