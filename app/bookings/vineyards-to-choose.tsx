import { resultOf } from '../staff-client/call.ts'
import { apiFor } from '../staff-client/staff-area.ts'
import { answered } from '../staff-client/guard.tsx'
import type { vineyardApi } from '../vineyards/vineyard.api.ts'

/** For an admin, who has all vineyards: those that the address looks for, or the first by name, and how many there are. */
export async function vineyardsToChoose(request: Pick<Request, 'url'>) {
  const search = new URL(request.url).searchParams.get('search')?.trim() ?? ''
  const vineyards = apiFor<typeof vineyardApi>('admin', '/api/vineyards')
  const query = { sort: 'name', limit: '25', ...(search && { search }) } as const
  const { items, total } = await answered(request, resultOf(vineyards.index.$get({ query })))
  return { search, total, found: items.map(({ id, name, city }) => ({ id, name, city })) }
}
