import type { ImportField } from './import-columns.ts'
import type { ImportProblem } from './import-problems.ts'

/** The most that one list may hold. */
export const longestList = { bytes: 2 * 1024 * 1024, rows: 5000 } as const

/** What becomes of a row: a new vineyard, gaps of a known one filled, nothing to do, or refused with its reasons. */
export const outcomes = ['new', 'filled', 'unchanged', 'refused'] as const
export type RowOutcome = (typeof outcomes)[number]

/** A row of a list and what becomes of it. `vineyard_id`: the vineyard that it is about, once there is one. */
export type ImportLine = {
  line: number
  name: string
  outcome: RowOutcome
  vineyard_id: string | null
  fills: ImportField[]
  reasons: ImportProblem[]
}

/** `plan` stands for all of it: sent along with the import, it makes sure that exactly this is done. */
export type ImportPreview = {
  rows: ImportLine[]
  counts: Record<RowOutcome, number>
  ignored: string[]
  plan: string
}

/** '3 refused, 47 new, 2 filled'. */
export function formatOutcomes(counts: ImportPreview['counts']): string {
  const said = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
  return said.join(', ') || 'no rows'
}

/** How many rows would change something. */
export function importable(counts: ImportPreview['counts']): number {
  return counts.new + counts.filled
}
