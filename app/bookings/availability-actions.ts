import type { DraftStart } from '../availability/plan.ts'
import { type PlanOutcome, savePlanAt, type SeenPlan } from '../availability/plan-save.ts'
import type { StaffArea } from '../staff-client/staff-area.ts'
import { addExceptionAt, type ClosureAct, type ClosureOutcome, removeExceptionAt } from './closure-save.ts'

/** What a press on the availability page asks for. */
export type AvailabilityAction = { intent: 'plan'; seen: SeenPlan; patterns: DraftStart[] } | ClosureAct

/** Does what a form asks for; `refused` is what should load nothing anew, so that what is typed stays. */
export async function changeAvailability(
  area: StaffArea,
  experienceId: string,
  form: FormData,
): Promise<{ outcome: PlanOutcome | ClosureOutcome; refused: boolean }> {
  const act = JSON.parse(String(form.get('act'))) as AvailabilityAction
  if (act.intent === 'plan') {
    const outcome = await savePlanAt(area, experienceId, act.seen, act.patterns)
    return { outcome, refused: outcome.saved_at === null }
  }
  const outcome =
    act.intent === 'close'
      ? await addExceptionAt(area, act.exception, act.bookings)
      : await removeExceptionAt(area, act.exception, act.cancelled)
  return { outcome, refused: outcome.failed }
}
