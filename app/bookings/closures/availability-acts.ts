import type { DraftStart } from '../../availability/plan.ts'
import { type PlanOutcome, savePlanAt, type SeenPlan } from '../../availability/plan-save.ts'
import type { Desk } from '../../people/desk/desk.ts'
import {
  addExceptionAt,
  type ClosureOutcome,
  removeExceptionAt,
  type WantedException,
} from './closure-save.ts'
import type { ShownException } from './exception.ts'

/** What a press on the availability page asks for. */
export type Act =
  | { intent: 'plan'; seen: SeenPlan; patterns: DraftStart[] }
  | { intent: 'close'; exception: WantedException; bookings?: 'keep' | 'cancel' }
  | { intent: 'open'; exception: ShownException }

/** Does it; `refused` is what should load nothing anew, so that what is typed stays. */
export async function actOnAvailability(
  desk: Desk,
  experienceId: string,
  act: Act,
): Promise<{ outcome: PlanOutcome | ClosureOutcome; refused: boolean }> {
  if (act.intent === 'plan') {
    const outcome = await savePlanAt(desk, experienceId, act.seen, act.patterns)
    return { outcome, refused: outcome.saved_at === null }
  }
  const outcome =
    act.intent === 'close'
      ? await addExceptionAt(desk, act.exception, act.bookings)
      : await removeExceptionAt(desk, act.exception)
  return { outcome, refused: outcome.refused }
}
