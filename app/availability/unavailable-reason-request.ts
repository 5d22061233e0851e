import { resultOf } from '../staff-client/call.ts'
import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import { isDay } from '../platform/days.ts'
import type { unavailableReasonApi } from './unavailable-reason.api.ts'

/** What a page's address asks about: a day, and with it a start and a party. */
export type UnavailableQuery = { day: string | null; time: string; guests: string }

export function readUnavailableQuery(parameters: URLSearchParams): UnavailableQuery {
  const day = parameters.get('day')
  const [time, guests] = [parameters.get('time') ?? '', parameters.get('guests') ?? '']
  return { day: day !== null && isDay(day) ? day : null, time, guests }
}

/** Why a day can not be booked. */
export function fetchUnavailableReasons(
  area: StaffArea,
  experience_id: string,
  day: string,
  { time, guests }: UnavailableQuery,
) {
  const query = { experience_id, day, ...(time && { start_time: time }), ...(guests && { guests }) }
  return resultOf(apiFor<typeof unavailableReasonApi>(area, '/api/booking_obstacles').index.$get({ query }))
}
