import { type VisitFactName, visitFactLabels, visitFactNames } from '../experiences/experience-facts.ts'
import { statedFactFilters, type StatedFactName, statedFactNames } from './stated-fact.ts'

/** A fact by which visitors can filter: a column of an experience, or a fact that the vineyard states. */
export type FactFilterName = VisitFactName | StatedFactName
export const factFilterNames: readonly FactFilterName[] = [...visitFactNames, ...statedFactNames]

/** Returns whether a fact is stated by vineyards in `vineyard_facts`. Other facts are columns of an experience. */
export function isStatedFactName(name: FactFilterName): name is StatedFactName {
  return Object.hasOwn(statedFactFilters, name)
}

/** Returns the label of a filter by a fact. */
export function factFilterLabel(name: FactFilterName): string {
  return isStatedFactName(name) ? statedFactFilters[name] : visitFactLabels[name]
}
