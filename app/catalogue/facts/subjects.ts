import type { Day } from '../../platform/days.ts'
import type { IconName } from '../../ui/pictures/icons.ts'
import { type VisitFactName, type VisitFacts, visitFactText } from '../experiences/experience-facts.ts'
import { definitionOf } from './facts.ts'
import type { StatedFactName } from './stated-fact.ts'

/** The subjects under which visitors read the facts. Within a subject, columns of the experience come before stated facts. */
const subjects: {
  label: string
  icon: IconName
  columns: readonly VisitFactName[]
  stated: readonly StatedFactName[]
}[] = [
  {
    label: 'Access',
    icon: 'wheelchair',
    columns: ['step_free'],
    stated: ['step_free_route', 'ground', 'seating', 'accessible_toilet', 'hearing_loop'],
  },
  {
    label: 'Getting here',
    icon: 'pin',
    columns: ['parking', 'station'],
    stated: ['coach_parking', 'electric_charging'],
  },
  { label: 'Children', icon: 'cake', columns: ['children'], stated: ['children_from', 'for_children'] },
  { label: 'Dogs', icon: 'heart', columns: ['dogs'], stated: ['dogs_where'] },
  { label: 'Food', icon: 'glass', columns: ['food'], stated: ['allergens'] },
  { label: 'On the day', icon: 'info', columns: [], stated: ['languages', 'payment', 'shelter'] },
]

/** The facts that visitors read about one subject. `detail` is in the vineyard's words. */
export type FactSubject = {
  label: string
  icon: IconName
  /** `stated_on` is the day on which the vineyard stated the fact, or null if the day is unknown. */
  lines: { text: string; detail: string | null; stated_on: Day | null }[]
}

/** Returns the known facts by subject. Leaves out subjects without a fact, and a column that repeats a stated fact. */
export function factsBySubject(visit: VisitFacts): FactSubject[] {
  return subjects.flatMap(({ label, icon, columns, stated }) => {
    const known = columns.flatMap((name) => {
      const text = visitFactText(visit, name)
      return text
        ? [
            {
              text: `${columnLabels[name] ?? ''}${text}`,
              detail: null,
              stated_on: visit.facts_stated_on[name] ?? null,
            },
          ]
        : []
    })
    const said = stated.flatMap((name) =>
      visit.facts
        .filter(({ fact }) => fact === name)
        .map(({ choice, detail, stated_on }) => ({
          text: definitionOf(name).choices[choice] ?? '',
          detail,
          stated_on,
        })),
    )
    const lines = [...known.filter(({ text }) => !said.some((line) => line.text.startsWith(text))), ...said]
    return lines.length > 0 ? [{ label, icon, lines }] : []
  })
}

/** Labels of columns whose text is in the vineyard's words and may leave out the subject. */
const columnLabels: Partial<Record<VisitFactName, string>> = { parking: 'Parking: ', station: 'Station: ' }
