import type { VisitProblem } from './book-visits.server.ts'
import type { OfferedVisit } from './plan-post.ts'
import { formatTime } from '../platform/days.ts'

export const planSentences = {
  stale: 'This plan is out of date. Please plan the day once more.',
  incomplete: 'Please tell us who is coming, so that all of it can be booked.',
  not_kept: 'The plan could not be kept just now. It is still here; please try again.',
  not_planned: 'The day could not be planned just now. Please try again in a moment.',
} as const

/** Why nothing was booked: which visit stood in the way, and that the plan below is a new one. */
export function visitSentence(
  { visit, problem }: VisitProblem,
  visits: OfferedVisit[],
  party: number,
): string {
  const start = visits[visit]?.start_time
  const which = start === undefined ? 'One of the visits' : `The visit at ${formatTime(start)}`
  const anew = 'Nothing was booked. Below is the day as it can be had now.'
  switch (problem.kind) {
    case 'slot':
      return problem.remaining > 0
        ? `${which} has only ${problem.remaining} ${problem.remaining === 1 ? 'place' : 'places'} left, and there are ${party} of you. ${anew}`
        : `${which} has just filled up. ${anew}`
    case 'price':
      return `${which} has another price by now. ${anew}`
    case 'group_size':
      return `${which} does not take a party of ${party}. ${anew}`
    case 'key_reused':
      return planSentences.stale
    case 'queue_full':
      return planSentences.not_kept
  }
}
