import type { Near } from '../search/near.ts'

/** The means of travel, with their labels in the form that plans a day */
export const travels = { drive: 'One of us drives', no_car: 'Without a car' } as const
export type Travel = keyof typeof travels

/** The short labels of the means of travel, for the facts of an itinerary */
export const waysToTravel: Record<Travel, string> = { drive: 'By car', no_car: 'Without a car' }

/** How the guests travel, and the location where their days begin and end, if they chose one. */
export type Travelling = { travel: Travel; stay: Near | null }

export function isTravel(text: string): text is Travel {
  return Object.hasOwn(travels, text)
}
