import type { Day } from '../../platform/days.ts'
import type { StatedFact, StatedFactName } from '../facts/stated-fact.ts'

/** All facts about a visit. A column is null while its fact is unknown. `facts` has the facts without a column. */
export type VisitFacts = VisitColumns & {
  /** The days on which the facts in columns were stated. A fact has no day if it was stated before days were recorded. */
  facts_stated_on: { [Name in VisitFactName]?: Day | undefined }
  facts: readonly StatedFact[]
}

/** The facts about a visit that are columns of an experience. */
export type VisitColumns = {
  [Name in VisitFactName]: (Name extends Choice ? keyof (typeof visitChoices)[Name] : string) | null
}
type Choice = keyof typeof visitChoices

/** The possible values of the facts that are not free text, with the texts that visitors read. */
export const visitChoices = {
  step_free: { yes: 'Step-free throughout', partly: 'Step-free in parts', no: 'Not step-free' },
  dogs: { welcome: 'Dogs welcome', on_lead: 'Dogs on a lead', assistance_only: 'Assistance dogs only' },
  children: {
    welcome: 'Children welcome',
    with_adult: 'Children with an adult',
    adults_only: 'Adults only',
  },
} as const

/** The filter labels of the facts that are columns of an experience. */
export const visitFactLabels = {
  step_free: 'Step-free access',
  dogs: 'Dogs allowed',
  children: 'Children allowed',
  parking: 'Parking',
  food: 'Food',
  station: 'Train station',
}
export type VisitFactName = keyof typeof visitFactLabels
export const visitFactNames = Object.keys(visitFactLabels) as VisitFactName[]

/** The values that suit visitors who filter by a fact. For a fact that is not listed here, every known value suits. */
export const suitableChoices: Partial<Record<VisitFactName, readonly string[]>> = {
  step_free: ['yes', 'partly'],
  dogs: ['welcome', 'on_lead'],
  children: ['welcome', 'with_adult'],
}

/** The stated answers that make a fact unsuitable even if its column has a suitable value. */
export const contradictions: Partial<Record<VisitFactName, { fact: StatedFactName; choice: string }>> = {
  dogs: { fact: 'dogs_where', choice: 'nowhere' },
  children: { fact: 'children_from', choice: 'adults' },
}

/** Returns whether a fact suits visitors who filter by it, or null if the fact is unknown. `suitsVisitor` is this rule in SQL. */
export function isSuitable(visit: VisitFacts, name: VisitFactName): boolean | null {
  const [value, contradiction] = [visit[name], contradictions[name]]
  if (value === null) return null
  return (
    (suitableChoices[name]?.includes(value) ?? true) &&
    !visit.facts.some(({ fact, choice }) => fact === contradiction?.fact && choice === contradiction.choice)
  )
}

/**
 * Splits facts so that pages show each fact only once. `common` has the answers for all experiences
 * (`shared`) and, if there are several experiences, the columns that have the same value in all of them.
 * `own` has the remaining facts of each experience.
 */
export function groupVisitFacts(
  experiences: VisitFacts[],
  shared: readonly StatedFact[],
): { common: VisitFacts; own: VisitFacts[] } {
  const [first, ...others] = experiences
  const isCommon = (name: VisitFactName) =>
    others.length > 0 && others.every((facts) => facts[name] === first?.[name])
  const only = (facts: VisitColumns | undefined, names: readonly string[]) =>
    Object.fromEntries(
      visitFactNames.map((name) => [name, names.includes(name) ? (facts?.[name] ?? null) : null]),
    ) as VisitColumns
  const [common, rest] = [visitFactNames.filter(isCommon), visitFactNames.filter((name) => !isCommon(name))]
  return {
    common: { ...only(first, common), facts_stated_on: firstDays(experiences, common), facts: shared },
    own: experiences.map((facts) => ({
      ...only(facts, rest),
      facts_stated_on: firstDays([facts], rest),
      facts: differencesFrom(shared, facts.facts),
    })),
  }
}

/** Returns, for each of these facts, the first day on which one of the experiences stated the fact. */
function firstDays(
  experiences: VisitFacts[],
  names: readonly VisitFactName[],
): VisitFacts['facts_stated_on'] {
  return Object.fromEntries(
    names.flatMap((name) => {
      const [first] = experiences.flatMap(({ facts_stated_on }) => facts_stated_on[name] ?? []).toSorted()
      return first === undefined ? [] : [[name, first]]
    }),
  )
}

/** Returns the answers of an experience that differ from the vineyard's answers for all experiences. */
function differencesFrom(shared: readonly StatedFact[], facts: readonly StatedFact[]): StatedFact[] {
  return facts.filter(
    (own) =>
      !shared.some(
        ({ fact, choice, detail }) => fact === own.fact && choice === own.choice && detail === own.detail,
      ),
  )
}

/** Returns the text of a fact for visitors, or null if the fact is unknown. */
export function visitFactText(facts: VisitColumns, name: VisitFactName): string | null {
  const value = facts[name]
  if (value === null || !(name in visitChoices)) return value
  return (visitChoices[name as keyof typeof visitChoices] as Record<string, string>)[value] ?? null
}

/** Returns whether anything about the visit is known. */
export function isAnyFactKnown(visit: VisitFacts): boolean {
  return visit.facts.length > 0 || visitFactNames.some((name) => visit[name] !== null)
}
