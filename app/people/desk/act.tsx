import type { Result } from '../../platform/result.ts'
import { type CallProblem, isSignedOut, problemSentence } from './call.ts'
import { deskOf } from './desk.ts'
import { failed } from './guard.tsx'

/**
 * What came of an act of staff: what to say, and where it was refused, why and which fields are wrong. `undo` is the form
 * that takes it back.
 */
export type Act = {
  said: string
  failed: boolean
  fields: Record<string, string>
  problem: CallProblem | null
  undo: Record<string, string> | null
}

/** Says what came of a call. Throws to the door where the session has ended. */
export function actOf(
  request: Pick<Request, 'url'>,
  done: Result<unknown, CallProblem>,
  said: string,
  undo: Act['undo'] = null,
): Act {
  if (done.ok) return { said, failed: false, fields: {}, problem: null, undo }
  const { problem } = done
  if (isSignedOut(problem)) throw failed(deskOf(request.url), request, problem)
  const fields = problem.kind === 'refused' ? problem.fields : {}
  return { said: problemSentence(problem), failed: true, fields, problem, undo: null }
}

/** The text of a form's field, trimmed. */
export function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
