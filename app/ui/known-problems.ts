import { createContext, use } from 'react'

/** What a form knows about its fields: sentences by name, and the names that were corrected since the last refusal. */
type Known = { problems: Record<string, string>; corrected: ReadonlySet<string> }

export const FieldProblems = createContext<Known>({ problems: {}, corrected: new Set() })

/** The sentence to show at a field: the form's own, else the server's, which goes away once somebody corrects the field. */
export function useFieldProblem(name: string | undefined, error: string | undefined): string | undefined {
  const { problems, corrected } = use(FieldProblems)
  if (name === undefined) return error
  return problems[name] ?? (corrected.has(name) ? undefined : error)
}
