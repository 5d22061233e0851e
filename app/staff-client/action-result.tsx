import { data } from 'react-router'

import type { Result } from '../platform/result.ts'
import { type CallProblem, isRetryable, isSignedOut, problemSentence, withReadableOthers } from './call.ts'
import { failed } from './load.ts'

/**
 * What an action returns: a message and, on failure, the problem and field errors. The form `undo` reverts the action.
 */
export type ActionResult = {
  message: string
  failed: boolean
  fields: Record<string, string>
  problem: CallProblem | null
  undo: Record<string, string> | null
}

/**
 * Returns the action result of an API call. `retry` is a form that repeats an undo that was refused. Throws a redirect
 * to the login if the sign-in has ended.
 */
export function toActionResult(
  request: Pick<Request, 'url'>,
  result: Result<unknown, CallProblem>,
  message: string,
  undo: ActionResult['undo'] = null,
  retry: ActionResult['undo'] = null,
): ActionResult {
  if (result.ok) return { message, failed: false, fields: {}, problem: null, undo }
  const { problem } = result
  if (isSignedOut(problem)) throw failed(request, problem)
  const refused = problem.kind === 'refused' ? Object.entries(problem.fields) : []
  const fields = Object.fromEntries(refused.map(([field, text]) => [field, withReadableOthers(text)]))
  return { message: problemSentence(problem), failed: true, fields, problem, undo: retry }
}

/** Returns whether an action with one of these intents was refused. The dialogs of such actions show the refusal themselves. */
export function wasRefused(
  result: { failed: boolean; intent?: string } | undefined,
  ...intents: string[]
): boolean {
  return result?.failed === true && intents.includes(result.intent ?? '')
}

/**
 * Returns an action's response. After a retryable problem, the page's data is not reloaded, so that typed text stays.
 * After any other result, the page shows the current data.
 */
export function respond<Returned extends ActionResult>(result: Returned) {
  return data(result, { status: statusAfter(result.problem) })
}

/**
 * Returns the current row after a refusal that is not retryable, because the list on the page may not contain the row. Returns
 * null after any other result, or if the row cannot be read.
 */
export async function readCurrent<Row>(
  { problem }: Pick<ActionResult, 'problem'>,
  read: () => Promise<Result<Row, CallProblem>>,
): Promise<Row | null> {
  if (problem === null || isRetryable(problem)) return null
  const current = await read()
  return current.ok ? current.value : null
}

/** Returns 200, after which the router reloads the page's data, or 422, after which it does not. */
export function statusAfter(problem: CallProblem | null | undefined): 200 | 422 {
  return problem && isRetryable(problem) ? 422 : 200
}

/** Returns whether a form shows a refusal beside one of its `fields`, so that nothing else has to show the refusal. */
export function isShownBeside(
  result: Pick<ActionResult, 'failed' | 'fields'> | undefined,
  ...fields: string[]
): boolean {
  return result !== undefined && result.failed && fields.some((field) => result.fields[field])
}

/** Returns a form field's text, trimmed. */
export function readFormText(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}

/** The sentence that staff of a site without SMTP_URL see instead of a sentence such as "We’re emailing it now". */
const keptSentence = 'No mail server is set, so emails stay in the email log.'

/** The sentence that tells staff before an action that emails are only stored in the log. */
export const keepsSentence = 'No mail server is set, so emails are only stored in the email log.'

/** Returns `sentence`, which says that somebody is emailed, or a sentence that says what happens without SMTP_URL. */
export function ifEmailed(sentence: string): string {
  const isSent = typeof document === 'undefined' || !('noEmail' in document.body.dataset)
  return isSent ? sentence : keptSentence
}
