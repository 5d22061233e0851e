import type { Sql } from '../../app/platform/database.server.ts'
import { addDays, type Day } from '../../app/platform/days.ts'
import type { Target } from './target.ts'

const start_time = '14:30'
const price = 25
const experiencesOverall = 300
const daysOverall = 334

/**
 * Creates a vineyard with 100,200 slots of 10,000 places each, and another experience for the hot slot of each round. No run
 * fills a slot, so the bench measures bookings and not refusals.
 */
export async function makeSlots(
  sql: Sql,
  today: Day,
): Promise<{ hot: (round: number) => Target; many: Target }> {
  const [{ id: vineyard_id }] = await sql<[{ id: string }]>`
    insert into vineyards (name, city, region, address, postcode)
    values ('Rush Hill Vineyard', 'Alfriston', 'East Sussex', '1 Rush Hill', 'BN00 1CV') returning id`
  const made = await sql<{ experience_id: string; pattern_id: string }[]>`
    with e as (
      insert into experiences (
        vineyard_id, title, type, price_per_person, duration_minutes, max_group_size, booking_horizon_days
      )
      select ${vineyard_id}, 'Cellar tour ' || n, 'cellar_tour', ${price}, 90, 8, 1000
      from generate_series(0, ${experiencesOverall}) as n
      returning id
    )
    insert into availability_patterns (experience_id, days_of_week, start_time, capacity, valid_from)
    select id, '{1,2,3,4,5,6,7}', ${start_time}, 10000, ${today} from e
    returning experience_id, id as pattern_id`
  await sql`analyze`

  const days = Array.from({ length: daysOverall }, (_, n) => addDays(today, n + 1))
  const over = (rows: { experience_id: string; pattern_id: string }[], on: Day[]): Target => ({
    vineyard_id,
    experiences: rows.map(({ experience_id }) => experience_id),
    patterns: rows.map(({ pattern_id }) => pattern_id),
    days: on,
    start_time,
    price,
  })
  return {
    hot: (round) => over(made.slice(0, 1), [addDays(today, round + 1)]),
    many: over(made.slice(1), days),
  }
}
