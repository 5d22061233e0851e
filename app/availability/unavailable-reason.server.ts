import { inScope, type Staff } from '../people/sign-in/actor.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { type Day, dayOf, type Time } from '../platform/days.ts'
import { largestParty } from '../catalogue/experiences/experience.ts'
import { findSlots } from './slot.server.ts'
import { type Offer, type Start, unavailableReasonsOf } from './unavailable-reason.ts'

/**
 * Returns the reasons why a day cannot be booked or, if there are none, the starts that the party can book. If `guests`
 * is null, assumes the smallest party. Returns undefined if these staff manage no such experience.
 */
export async function findUnavailableReasons(
  sql: Queryable,
  experienceId: string,
  { day, time, guests }: { day: Day; time: Time | null; guests: number | null },
  { by }: { by: Staff },
  now: Date,
) {
  const [[found], starts] = await Promise.all([
    sql<(Omit<Offer, 'largest_party'> & { max_group_size: number | null })[]>`
      select v.is_visible as vineyard_visible, e.is_active, e.min_group_size, e.max_group_size, e.booking_cutoff_minutes,
        e.booking_horizon_days,
        case when h.id is not null then jsonb_build_object('name', h.name, 'capacity', h.capacity) end as host,
        coalesce((
          select jsonb_agg(jsonb_build_object(
            'days_of_week', p.days_of_week, 'start_time', p.start_time, 'seasons', (
              select coalesce(jsonb_agg(jsonb_build_object('first', lower(s), 'last', upper(s) - 1)), '[]')
              from unnest(p.valid_days) s
            )
          ))
          from availability_patterns p where p.experience_id = e.id and p.is_active
        ), '[]') as patterns
      from experiences e join vineyards v on v.id = e.vineyard_id left join hosts h on h.id = e.host_id
      where e.id = ${experienceId} and ${inScope(sql, by, 'e.vineyard_id')}`,
    sql<Start[]>`
      select s.start_time, s.starts_at, s.capacity, s.taken, s.closed, s.host_left,
        case when x.id is not null then jsonb_build_object(
          'id', x.id, 'reason', x.reason, 'source', x.source,
          'scope', case
            when x.pattern_id is not null then 'start' when x.experience_id is not null then 'experience' else 'vineyard'
          end
        ) end as exception
      from planned_starts(${experienceId}, ${day}, ${day}, ${now}) s
        left join availability_exceptions x on x.id = s.exception_id
      order by s.start_time, s.starts_at`,
  ])
  if (!found) return undefined
  const offer = { ...found, largest_party: largestParty(found) }
  const visit = { day, time, guests: guests ?? offer.min_group_size }
  const reasons = unavailableReasonsOf(offer, starts, visit, { today: dayOf(now), now })
  const slots = reasons.length === 0 ? await findSlots(sql, experienceId, day, now) : []
  return {
    reasons,
    starts: slots
      .filter(({ remaining }) => remaining >= visit.guests)
      .map(({ start_time, remaining }) => ({ start_time, remaining })),
  }
}
