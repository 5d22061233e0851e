import type { Result } from '../../platform/result.ts'
import { type CallProblem, isSignedOut, problemSentence } from './call.ts'
import { deskOf } from './desk.ts'
import { failed } from './guard.tsx'

/** What came of an act of staff: what to say, and where it was refused, why and which fields are wrong. */
export type Act = {
  said: string
  failed: boolean
  fields: Record<string, string>
  problem: CallProblem | null
}

/** Says what came of a call. Throws to the door where the session has ended. */
export function actOf(request: Pick<Request, 'url'>, done: Result<unknown, CallProblem>, said: string): Act {
  if (done.ok) return { said, failed: false, fields: {}, problem: null }
  const { problem } = done
  if (isSignedOut(problem)) throw failed(deskOf(request.url), request, problem)
  const fields = problem.kind === 'refused' ? problem.fields : {}
  return { said: problemSentence(problem), failed: true, fields, problem }
}
