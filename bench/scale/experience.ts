import type { Day } from '../../app/platform/days.ts'
import { type Request } from '../connection.ts'
import type { Market } from './market.ts'

/** Adds an experience to the largest vineyard, as a winemaker would. Returns the id of the experience. */
export async function makeExperience(port: number, { id, token }: Market['largest']): Promise<string> {
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
  const made = await call(port, { method: 'POST', path: '/api/experiences', token, body: experience })
  return (made as { id: string }).id
}

type Start = { start_time: string; capacity: number; valid_from: Day; valid_until: Day | null }

/** Returns the request that saves these starts, on every day, as the plan of an experience. */
export function planOf(experience: string, { token }: Market['largest'], starts: Start[]): Request {
  const patterns = starts.map((start) => ({ id: null, days_of_week: [1, 2, 3, 4, 5, 6, 7], ...start }))
  return { method: 'PATCH', path: `/api/availability_plans/${experience}`, token, body: { patterns } }
}

/** Sends a request that prepares a bench, and returns its answer. Throws if the request is refused. */
async function call(port: number, { method = 'GET', path, token, body }: Request): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'If-Match': '*',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
