import { timesGuests } from '../platform/money.ts'
import type { OfferedVisit } from './plan-post.ts'
import type { PlanRequest } from './plan-request.ts'
import type { ProposedDay } from './proposal.server.ts'

/** 'A day near Dorking', 'Two days in Kent'. */
export function planTitle({ near, region, days }: Pick<PlanRequest, 'near' | 'region' | 'days'>): string {
  const length = ['A day', 'Two days', 'Three days'][days - 1] ?? `${days} days`
  return near ? `${length} near ${near.label}` : `${length} in ${region}`
}

/** Every visit of a plan, as its form carries it. */
export function visitsOf(days: ProposedDay[]): OfferedVisit[] {
  return days.flatMap(({ visits }, day) =>
    visits.map(({ vineyard, experience, slot }) => ({
      day,
      vineyard_id: vineyard.id,
      experience_id: experience.id,
      slot: slot.id,
      start_time: slot.start_time,
      price_per_person: experience.price_per_person,
    })),
  )
}

/** What all of it costs the party. */
export function totalOf(days: ProposedDay[], guests: number): number {
  const pence = days
    .flatMap(({ visits }) => visits)
    .map(({ experience }) => Math.round(timesGuests(experience.price_per_person, guests) * 100))
  return pence.reduce((sum, one) => sum + one, 0) / 100
}
