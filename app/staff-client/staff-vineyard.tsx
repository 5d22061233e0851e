import { ok, type Result } from '../platform/result.ts'
import type { meApi } from '../accounts/account.api.ts'
import { type CallProblem, resultOf } from './call.ts'
import { apiFor, type StaffArea } from './staff-area.ts'
import { answered } from './guard.tsx'

/** Whose things a page of a vineyard is about: the one its address names, or the signed-in winemaker's own. */
export async function vineyardOf(
  area: StaffArea,
  vineyardId: string | undefined,
): Promise<Result<string, CallProblem>> {
  if (vineyardId !== undefined) return ok(vineyardId)
  const me = await resultOf(apiFor<typeof meApi>(area, '/api/me').index.$get())
  if (!me.ok) return me
  return ok(me.value && 'vineyard_id' in me.value ? me.value.vineyard_id : '')
}

/** The same for a loader, which has no page to show without it. */
export function vineyardAt(
  area: StaffArea,
  request: Pick<Request, 'url'>,
  vineyardId: string | undefined,
): Promise<string> {
  return answered(request, vineyardOf(area, vineyardId))
}
