import type { Day } from '../../app/platform/days.ts'
import { type Connection, type Request, requestOf } from '../connection.ts'
import type { Market } from './market.ts'

/** Adds an experience to the largest vineyard, as a winemaker would. Returns the id of the experience. */
export async function makeExperience(
  connection: Connection,
  { id, token }: Market['largest'],
): Promise<string> {
  const experience = {
    vineyard_id: id,
    title: 'Cellar tour for benches',
    type: 'cellar_tour',
    price_per_person: 25,
    duration_minutes: 90,
    max_group_size: 8,
    booking_horizon_days: 365,
    is_active: true,
  }
  const request = requestOf({ method: 'POST', path: '/api/experiences', token, body: experience })
  const { status, body } = await connection.send(request)
  if (status !== 201) throw new Error(`The experience was refused with ${status}: ${body.toString()}`)
  return (JSON.parse(body.toString()) as { id: string }).id
}

type Start = { start_time: string; capacity: number; valid_from: Day; valid_until: Day | null }

/** Returns the request that saves these starts, on every day, as the plan of an experience. */
export function planOf(experience: string, { token }: Market['largest'], starts: Start[]): Request {
  const patterns = starts.map((start) => ({ id: null, days_of_week: [1, 2, 3, 4, 5, 6, 7], ...start }))
  return { method: 'PATCH', path: `/api/availability_plans/${experience}`, token, body: { patterns } }
}
