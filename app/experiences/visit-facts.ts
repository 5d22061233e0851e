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

export const visitFactNames = ['parking', 'station', 'step_free', 'dogs', 'children', 'food'] as const

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

/** Returns the known facts with their labels. */
export function listVisitFacts(facts: VisitFacts): { label: string; text: string }[] {
  const { parking, station, step_free, dogs, children, food } = facts
  return [
    { label: 'Parking', text: parking },
    { label: 'Station', text: station },
    { label: 'Access', text: step_free && visitChoices.step_free[step_free] },
    { label: 'Dogs', text: dogs && visitChoices.dogs[dogs] },
    { label: 'Children', text: children && visitChoices.children[children] },
    { label: 'Food', text: food },
  ].flatMap(({ label, text }) => (text ? [{ label, text }] : []))
}
