import { data, href, redirect } from 'react-router'

import type { Result } from '../platform/result.ts'
import { type CallProblem, isSignedOut, problemSentence } from './call.ts'
import { type StaffArea, staffAreaOf } from './staff-area.ts'

/** Sends somebody who is not signed in to the door, which sends them back to where they were going. */
export function redirectToLogin(
  area: StaffArea,
  request: Pick<Request, 'url'>,
  { ended = false } = {},
): Response {
  const { pathname, search } = new URL(request.url)
  const asked = new URLSearchParams({ from: pathname + search, ...(ended && { ended: '' }) })
  return redirect(`${area === 'admin' ? href('/login') : href('/winemaker/login')}?${asked}`)
}

/** What a page throws when a call of its loader failed: off to the door where the session has ended, else a sentence. */
export function failed(area: StaffArea, request: Pick<Request, 'url'>, problem: CallProblem) {
  if (isSignedOut(problem)) return redirectToLogin(area, request, { ended: true })
  const status = problem.kind === 'refused' ? problem.status : 503
  return data({ message: problemSentence(problem) }, { status })
}

/** What a loader's call answered; whatever else came of it is thrown as `failed` says. */
export async function answered<Value>(
  request: Pick<Request, 'url'>,
  calling: Promise<Result<Value, CallProblem>>,
): Promise<Value> {
  const answer = await calling
  if (answer.ok) return answer.value
  throw failed(staffAreaOf(request.url), request, answer.problem)
}
