import { useEffect, useState } from 'react'

import { resultOf } from '../../staff-client/call.ts'
import type { StaffArea } from '../../staff-client/staff-area.ts'
import { daysOfMonth, type Month } from '../../platform/days.ts'
import type { DraftStart } from '../plan.ts'
import { plansAt, planRefusal } from '../plan-save.ts'
import type { PlannedStart } from '../planned-start.ts'

/** Somebody who types is not asked about each letter. In milliseconds. */
const patience = 250

export type PlanPreview = {
  /** null until there was a first answer. */
  starts: PlannedStart[] | null
  /** Bookings that stand where the plan has nothing, their guests, and places sold beyond it. */
  left: { bookings: number; guests: number; over: number }
  refusal: { said: string; fields: Record<string, string> } | null
}

const nothing: PlanPreview = { starts: null, left: { bookings: 0, guests: 0, over: 0 }, refusal: null }

/**
 * What a plan gives in a month, saved or not: the server saves it, looks and undoes it. A plan that is refused leaves the
 * last good picture and says why. `round` is another one when something else has changed what the answer would be.
 */
export function usePlanPreview(
  area: StaffArea,
  id: string,
  patterns: DraftStart[],
  month: Month,
  round: unknown,
): PlanPreview {
  const [preview, setPreview] = useState(nothing)
  useEffect(() => {
    let wanted = true
    const days = daysOfMonth(month)
    const json = { patterns, from: days[0] ?? '', until: days.at(-1) ?? '' }
    const timer = setTimeout(async () => {
      const seen = await resultOf(plansAt(area)[':id'].preview.$post({ param: { id }, json }))
      if (!wanted) return
      if (seen.ok) {
        const { starts, ...left } = seen.value
        setPreview({ starts, left, refusal: null })
      } else setPreview((last) => ({ ...last, refusal: planRefusal(seen.problem) }))
    }, patience)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [area, id, patterns, month, round])
  return preview
}
