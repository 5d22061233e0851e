import { type Desk, apiAt } from './desk.ts'
import { answered } from './guard.tsx'
import { resultOf } from './call.ts'
import type { meApi } from '../sessions/me.api.ts'

/** Whose things a page of a vineyard is about: the one its address names, or the signed-in winemaker's own. */
export async function vineyardAt(
  desk: Desk,
  request: Pick<Request, 'url'>,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) return named
  const me = await answered(request, resultOf(apiAt<typeof meApi>(desk, '/api/me').index.$get()))
  return me && 'vineyard_id' in me ? me.vineyard_id : ''
}
