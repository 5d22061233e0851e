import { resultOf } from '../staff-client/call.ts'
import { apiAt, type Desk } from '../staff-client/staff-area.ts'
import { isDay } from '../platform/days.ts'
import type { obstacleApi } from './unavailable-reason.api.ts'

/** What a page's address asks about: a day, and with it a start and a party. */
export type Asked = { day: string | null; time: string; guests: string }

export function readAsked(parameters: URLSearchParams): Asked {
  const day = parameters.get('day')
  const [time, guests] = [parameters.get('time') ?? '', parameters.get('guests') ?? '']
  return { day: day !== null && isDay(day) ? day : null, time, guests }
}

/** Why a day can not be booked. */
export function obstaclesAt(desk: Desk, experience_id: string, day: string, { time, guests }: Asked) {
  const query = { experience_id, day, ...(time && { start_time: time }), ...(guests && { guests }) }
  return resultOf(apiAt<typeof obstacleApi>(desk, '/api/booking_obstacles').index.$get({ query }))
}
