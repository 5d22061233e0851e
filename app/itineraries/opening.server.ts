import { largestParty } from '../experiences/experience.ts'
import type { Queryable } from '../platform/database.server.ts'
import { addDays, dayOf, type Day, type Time } from '../platform/days.ts'
import type { Stop } from './itinerary.ts'
import { type Opening, openingOf } from './opening.ts'

type OpeningQuery = { visit_date: Day | null; party: number; stops: Stop[] }
type Row = {
  id: string
  min_group_size: number
  max_group_size: number | null
  starts: { start_time: Time; remaining: number }[]
}

/**
 * The openings of the unbooked stops that are for an experience, by the stops' ids. Without a day, or for one that has
 * passed, there are none; nor for vineyards that are hidden.
 */
export async function readOpenings(
  sql: Queryable,
  { visit_date, party, stops }: OpeningQuery,
  now: Date,
): Promise<Map<string, Opening>> {
  const wanted = stops.flatMap(({ id, day, vineyard, experience, booked }) =>
    visit_date !== null && experience && vineyard?.is_visible && !booked
      ? [{ id, experience_id: experience.id, day: addDays(visit_date, day) }]
      : [],
  )
  const open = wanted.filter(({ day }) => day >= dayOf(now))
  if (open.length === 0) return new Map()
  const rows = await sql<Row[]>`
    select w.id, e.min_group_size, e.max_group_size, coalesce((
      select jsonb_agg(jsonb_build_object('start_time', s.start_time, 'remaining', s.remaining) order by s.starts_at)
      from slots_of(w.experience_id, w.day, w.day, ${now}) s
    ), '[]') as starts
    from jsonb_to_recordset(${sql.json(open)}) as w (id uuid, experience_id uuid, day date)
      join experiences e on e.id = w.experience_id`
  const planned = new Map(stops.map(({ id, start_time }) => [id, start_time]))
  return new Map(
    rows.map((row) => {
      const group = { least: row.min_group_size, most: largestParty(row) }
      return [row.id, openingOf(planned.get(row.id) ?? null, row.starts, party, group)]
    }),
  )
}
