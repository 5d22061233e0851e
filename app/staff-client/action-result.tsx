import { data } from 'react-router'

import type { Result } from '../platform/result.ts'
import { type CallProblem, isAsSeen, isSignedOut, problemSentence } from './call.ts'
import { staffAreaOf } from './staff-area.ts'
import { failed } from './guard.tsx'

/**
 * What came of an act of staff: what to say, and where it was refused, why and which fields are wrong. `undo` is the form
 * that takes it back.
 */
export type ActionResult = {
  said: string
  failed: boolean
  fields: Record<string, string>
  problem: CallProblem | null
  undo: Record<string, string> | null
}

/**
 * Says what came of a call; `again` is the form that asks once more where it was refused, for an undoing must not be lost.
 * Throws to the door where the session has ended.
 */
export function toActionResult(
  request: Pick<Request, 'url'>,
  done: Result<unknown, CallProblem>,
  said: string,
  undo: ActionResult['undo'] = null,
  again: ActionResult['undo'] = null,
): ActionResult {
  if (done.ok) return { said, failed: false, fields: {}, problem: null, undo }
  const { problem } = done
  if (isSignedOut(problem)) throw failed(staffAreaOf(request.url), request, problem)
  const fields = problem.kind === 'refused' ? problem.fields : {}
  return { said: problemSentence(problem), failed: true, fields, problem, undo: again }
}

/**
 * An act as a page's action hands it on. Where nothing changed, nothing is loaded anew, so that what was typed stays even
 * without a connection; where somebody else was faster, the page shows what there is now.
 */
export function respond<Done extends ActionResult>(act: Done) {
  return data(act, { status: statusAfter(act.problem) })
}

/**
 * What a refused act was about, as it is now, for a list that may hold it no more: `read` asks for it. Null where it is as it
 * was seen, or can not be read.
 */
export async function nowOf<Row>(
  { problem }: Pick<ActionResult, 'problem'>,
  read: () => Promise<Result<Row, CallProblem>>,
): Promise<Row | null> {
  if (problem === null || isAsSeen(problem)) return null
  const now = await read()
  return now.ok ? now.value : null
}

/** By which the router loads a page anew, or leaves it as it is. */
export function statusAfter(problem: CallProblem | null | undefined): 200 | 422 {
  return problem && isAsSeen(problem) ? 422 : 200
}

/** The text of a form's field, trimmed. */
export function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
