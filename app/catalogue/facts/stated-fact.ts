import type { Day } from '../../platform/days.ts'

/**
 * The facts that a vineyard states, with the labels of their filters. The definitions of these facts are in `factList`,
 * a separate file, so that pages with a search load only the labels.
 */
export const statedFactFilters = {
  step_free_route: 'Step-free route',
  ground: 'Level or gentle ground',
  seating: 'Seating',
  accessible_toilet: 'Accessible toilet',
  hearing_loop: 'Hearing loop',
  coach_parking: 'Coach parking',
  electric_charging: 'Electric car charging',
  dogs_where: 'Dogs indoors',
  children_from: 'Children aged 5 to 7',
  for_children: 'Something for children',
  allergens: 'Caters for allergies',
  languages: 'Other languages',
  payment: 'Cards accepted',
  shelter: 'Shelter in bad weather',
} as const

export type StatedFactName = keyof typeof statedFactFilters
export const statedFactNames = Object.keys(statedFactFilters) as StatedFactName[]

/** An answer of a vineyard. `detail` is in the vineyard's words, or null. A fact without an answer is not stated. */
export type StatedFact = { fact: StatedFactName; choice: string; detail: string | null; stated_on: Day }
