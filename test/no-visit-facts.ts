import type { VisitFacts } from '../app/catalogue/experiences/visit-facts.ts'

/** The facts of a visit about which nothing is stated. */
export const noVisitFacts: VisitFacts = {
  parking: null,
  station: null,
  step_free: null,
  dogs: null,
  children: null,
  food: null,
  facts_stated_on: {},
  facts: [],
}
