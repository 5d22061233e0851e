import type { Queryable } from '../platform/database.server.ts'
import type { Day, Time } from '../platform/days.ts'

/** A slot with more people than it holds, for staff: 'over by N'. Visitors see 0 left. */
export type OverbookedSlot = {
  experience_id: string
  pattern_id: string | null
  availability_id: string | null
  slot_date: Day
  start_time: Time
  capacity: number
  sold: number
  over_by: number
}

/**
 * The slots of a vineyard from one day to another that hold more people than they should: by overbooking, or because
 * they were cut, closed or moved after they were sold.
 */
export async function findOverbookedSlots(
  sql: Queryable,
  vineyardId: string,
  from: Day,
  to: Day,
): Promise<OverbookedSlot[]> {
  return sql<OverbookedSlot[]>`
    select p.experience_id, i.pattern_id, null as availability_id, i.slot_date, p.start_time, i.capacity,
      i.booked + i.overbooked as sold, i.booked + i.overbooked - i.capacity as over_by
    from slot_inventory i
      join availability_patterns p on p.id = i.pattern_id
      join experiences e on e.id = p.experience_id
    where e.vineyard_id = ${vineyardId} and i.slot_date between ${from} and ${to}
      and i.booked + i.overbooked > i.capacity
    union all
    select a.experience_id, null, a.id, london_today(a.start_time), (a.start_time at time zone 'Europe/London')::time,
      held.capacity, a.taken + a.overbooked, a.taken + a.overbooked - held.capacity
    from availability a
      join experiences e on e.id = a.experience_id
      cross join lateral exception_effect(
        e.vineyard_id, e.id, null, a.start_time, a.start_time + make_interval(mins => coalesce(e.duration_minutes, 60))
      ) as x
      cross join lateral (
        select case when x.closed then 0 else least(coalesce(x.capacity, a.available_slots + a.taken), a.available_slots + a.taken) end
      ) as held (capacity)
    where e.vineyard_id = ${vineyardId} and london_today(a.start_time) between ${from} and ${to}
      and a.taken + a.overbooked > held.capacity
    order by slot_date, start_time, pattern_id`
}
