import { type Day, isDay } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'

/** Why an end was refused, with what was typed. */
export type ShareRefusal = { typed: string; error: string }

/** The last day on which a share link works; null where nothing was typed: until it is switched off. */
export function readShareEnd(form: FormData, today: Day): Result<Day | null, ShareRefusal> {
  const typed = String(form.get('share_until') ?? '').trim()
  if (typed === '') return ok(null)
  if (!isDay(typed)) return refused({ typed, error: 'That isn’t a valid date.' })
  if (typed < today) return refused({ typed, error: 'That day has passed. Choose today or a later day.' })
  return ok(typed)
}
