import { statedFactFilters, statedFactNames, type StatedFact } from '../../catalogue/facts/stated-fact.ts'
import type { Experience } from '../../catalogue/experiences/experience.ts'
import {
  isSuitable,
  visitFactLabels,
  visitFactNames,
  visitFactText,
} from '../../catalogue/experiences/experience-facts.ts'
import { isFactSuitable, wordsOfFact } from '../../catalogue/facts/facts.ts'

/**
 * Returns the facts about visits as schema.org data. A fact is true if it holds for one experience, and missing if no experience
 * states it.
 */
export function structuredAmenities(experiences: Experience[], shared: readonly StatedFact[]) {
  const amenity = (name: string, value: boolean, texts: string[]) => ({
    '@type': 'LocationFeatureSpecification' as const,
    name,
    value,
    description: [...new Set(texts)].join('; '),
  })
  const columns = visitFactNames.flatMap((name) => {
    const stated = experiences.flatMap((experience) => isSuitable(experience, name) ?? [])
    if (stated.length === 0) return []
    const texts = experiences.flatMap((experience) => visitFactText(experience, name) ?? [])
    return [amenity(visitFactLabels[name], stated.includes(true), texts)]
  })
  // An experience has the shared facts too, unless its own answers differ.
  const all = experiences.length === 0 ? shared : experiences.flatMap(({ facts }) => facts)
  const rows = statedFactNames.flatMap((name) => {
    const stated = all.filter(({ fact }) => fact === name)
    return stated.length === 0
      ? []
      : [amenity(statedFactFilters[name], stated.some(isFactSuitable), stated.map(wordsOfFact))]
  })
  return [...columns, ...rows]
}
