import { type CallProblem, isSignedOut, problemSentence } from '../../people/desk/call.ts'
import type { Result } from '../../platform/result.ts'
import { failed } from '../../people/desk/guard.tsx'

/**
 * What came of an act: what to say, or why not and which field is wrong. `undo` is the form that takes it back.
 */
export type Outcome = {
  said: string
  fields: Record<string, string>
  failed: boolean
  undo: Record<string, string> | null
}

/** Says what came of a call. Throws to the door where the session has ended. */
export function outcomeOf(
  request: Pick<Request, 'url'>,
  done: Result<unknown, CallProblem>,
  said: string,
  undo: Outcome['undo'] = null,
): Outcome {
  if (done.ok) return { said, fields: {}, failed: false, undo }
  if (isSignedOut(done.problem)) throw failed('admin', request, done.problem)
  const fields = done.problem.kind === 'refused' ? done.problem.fields : {}
  return { said: problemSentence(done.problem), fields, failed: true, undo: null }
}

/** The text of a form's field, trimmed. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}

/** Whether it says that there is no such thing. */
export function isAbsent(problem: CallProblem): boolean {
  return problem.kind === 'refused' && problem.status === 404
}
