import type { z } from 'zod'

import { addDays, type Day } from '../../platform/days.ts'
import type { experienceShape } from './experience.shapes.ts'

/** A tour, tasting or similar that a vineyard offers. Field names are the specification's. */
export type Experience = Omit<
  z.infer<typeof experienceShape>,
  'host_id' | 'vineyard_name' | 'is_offered' | 'is_planned' | 'created_at' | 'updated_at' | 'version'
>

export type GroupSizes = Pick<Experience, 'min_group_size' | 'max_group_size'>

export const largestWithoutMaximum = 10
export const usualGuests = 2

/** Returns the largest party that one booking may have. */
export function largestParty(experience: GroupSizes): number {
  return experience.max_group_size ?? largestWithoutMaximum
}

/** Returns the last day that visitors can book. */
export function lastBookableDay(experience: Pick<Experience, 'booking_horizon_days'>, today: Day): Day {
  return addDays(today, experience.booking_horizon_days)
}

/** Returns two, or the party size nearest to two that the experience allows. */
export function usualParty(experience: GroupSizes): number {
  return nearestParty(experience, usualGuests)
}

/** Returns the wanted party size, or the nearest size that the experience allows. */
export function nearestParty(experience: GroupSizes, wanted: number): number {
  return Math.min(Math.max(wanted, experience.min_group_size), largestParty(experience))
}

/** The largest party that staff can book beyond the limits of an experience. `is_staff_party_size` has the same limit. */
export const mostBeyondLimits = 200

/** Returns the sentence that warns staff before they exceed the limits, such as 'This is for parties of 2 to 12.' */
export function beyondSentence([least, most]: [least: number, most: number]): string {
  return `This is for parties of ${least === most ? least : `${least} to ${most}`}.`
}

/** Returns a duration as '45 min', '2h' or '1h 30min'. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}min`
}

/** Returns group sizes as '2-8', or as '2+' if there is no maximum. */
export function formatGroup({ min_group_size, max_group_size }: GroupSizes): string {
  return max_group_size === null ? `${min_group_size}+` : `${min_group_size}-${max_group_size}`
}

/** Returns the party sizes that these experiences allow, as 'Takes 4–8' or 'Takes 1–4 and 10–20'. */
export function formatParties(experiences: GroupSizes[]): string {
  const spans: { from: number; to: number }[] = []
  for (const sizes of experiences.toSorted((a, b) => a.min_group_size - b.min_group_size)) {
    const [from, to] = [sizes.min_group_size, largestParty(sizes)]
    const last = spans.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  const texts = spans.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  return `Takes ${texts.join(' and ')}`
}

/** Returns whether a booking of the experience may have this number of guests. */
export function takesParty(experience: GroupSizes, guests: number): boolean {
  return guests >= experience.min_group_size && guests <= largestParty(experience)
}

/** Returns a type for display: 'wine_tasting' becomes 'Wine tasting'. */
export function formatType(type: string): string {
  const words = type.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
