import type { VisitFacts } from '../app/catalogue/experiences/experience-facts.ts'

/** The facts of a visit when the vineyard has stated none. */
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
