/** Practical facts about a visit; null when unknown. */
export type VisitFacts = {
  parking: string | null
  station: string | null
  step_free: keyof (typeof visitChoices)['step_free'] | null
  dogs: keyof (typeof visitChoices)['dogs'] | null
  children: keyof (typeof visitChoices)['children'] | null
  food: string | null
}

/** The choices of a fact, as visitors read them. */
export const visitChoices = {
  step_free: { yes: 'Step-free throughout', partly: 'Step-free in parts', no: 'Not step-free' },
  dogs: { welcome: 'Dogs welcome', on_lead: 'Dogs on a lead', assistance_only: 'Assistance dogs only' },
  children: {
    welcome: 'Children welcome',
    with_adult: 'Children with an adult',
    adults_only: 'Adults only',
  },
} as const

export const visitFactNames = ['step_free', 'dogs', 'children', 'parking', 'food', 'station'] as const
export type VisitFactName = (typeof visitFactNames)[number]

/** The choices that suit visitors who ask for the fact. The other facts suit when they are stated. */
export const suitableChoices: Partial<Record<VisitFactName, readonly string[]>> = {
  step_free: ['yes', 'partly'],
  dogs: ['welcome', 'on_lead'],
  children: ['welcome', 'with_adult'],
}

/** What visitors ask for. */
export const visitFactLabels: Record<VisitFactName, string> = {
  step_free: 'Step-free access',
  dogs: 'Dogs allowed',
  children: 'Children allowed',
  parking: 'Parking',
  food: 'Food',
  station: 'Train station',
}

/** Whether the fact suits visitors who ask for it; null if it is not stated. Same rule as SQL `suitsVisitor`. */
export function isSuitable(facts: VisitFacts, name: VisitFactName): boolean | null {
  const value = facts[name]
  return value === null ? null : (suitableChoices[name]?.includes(value) ?? true)
}

/**
 * Returns the facts that several experiences state alike, to be shown once, and what remains of each. A single
 * experience keeps all.
 */
export function groupVisitFacts(experiences: VisitFacts[]): { common: VisitFacts; own: VisitFacts[] } {
  const [first, ...others] = experiences
  const isCommon = (name: keyof VisitFacts) =>
    others.length > 0 && others.every((facts) => facts[name] === first?.[name])
  const only = (facts: VisitFacts | undefined, names: readonly string[]) =>
    Object.fromEntries(
      visitFactNames.map((name) => [name, names.includes(name) ? (facts?.[name] ?? null) : null]),
    ) as VisitFacts
  const [common, rest] = [visitFactNames.filter(isCommon), visitFactNames.filter((name) => !isCommon(name))]
  return { common: only(first, common), own: experiences.map((facts) => only(facts, rest)) }
}

/** Returns a fact as visitors read it; null if it is not stated. */
export function visitFactText(facts: VisitFacts, name: VisitFactName): string | null {
  const value = facts[name]
  if (value === null || !(name in visitChoices)) return value
  return (visitChoices[name as keyof typeof visitChoices] as Record<string, string>)[value] ?? null
}

const shownFacts = [
  ['parking', 'Parking'],
  ['station', 'Station'],
  ['step_free', 'Access'],
  ['dogs', 'Dogs'],
  ['children', 'Children'],
  ['food', 'Food'],
] as const

/** Returns the known facts with their labels. */
export function listVisitFacts(facts: VisitFacts): { label: string; text: string }[] {
  return shownFacts.flatMap(([name, label]) => {
    const text = visitFactText(facts, name)
    return text ? [{ label, text }] : []
  })
}
