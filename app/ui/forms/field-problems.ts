import { createContext, use } from 'react'

/** The messages by field name, and the fields that were corrected since the last refusal. */
export const FieldProblems = createContext<{
  problems: Record<string, string>
  corrected: ReadonlySet<string>
}>({ problems: {}, corrected: new Set() })

/** Returns the message of a field: the form's own or, without one, the server's message until the field is edited. */
export function useFieldProblem(name: string | undefined, error: string | undefined): string | undefined {
  const { problems, corrected } = use(FieldProblems)
  if (name === undefined) return error
  return problems[name] ?? (corrected.has(name) ? undefined : error)
}
