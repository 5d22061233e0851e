import type { Queryable } from '../platform/database.server.ts'
import { type Day, dayOf } from '../platform/days.ts'
import { type Filters, isPriceNarrowed, partyOf } from './filters.ts'

/** What a visitor asks first of a vineyard, over those of its active experiences that suit the filters. */
export type CardFacts = {
  from: { price: number; currency: string }
  /** Minutes of the shortest and the longest; null where no length is known. */
  shortest: number | null
  longest: number | null
  /** Null `max_group_size`: one of them has no maximum. */
  min_group_size: number
  max_group_size: number | null
  /** The first day with places for the party; with a date among the filters that date. */
  next_day: Day | null
}

/**
 * The facts of these vineyards by id, in one query. A vineyard without a suitable experience has none. With a date among
 * the filters they are what a search found: each has room that day, and no day is looked for again.
 */
export async function readCardFacts(
  sql: Queryable,
  vineyardIds: string[],
  filters: Filters,
  now: Date,
): Promise<Map<string, CardFacts>> {
  const { date, guests } = filters
  const rows = await sql<
    (Omit<CardFacts, 'from'> & { vineyard_id: string; price: number; currency: string })[]
  >`
    with suited as (
      select e.id, e.vineyard_id, e.price_per_person, e.currency, e.duration_minutes, e.min_group_size,
        e.max_group_size
      from experiences e
      where e.vineyard_id = any (${vineyardIds}::uuid[]) and ${suits(sql, filters)}
    )
    select
      suited.vineyard_id, min(price_per_person) as price, min(currency) as currency,
      min(duration_minutes) as shortest, max(duration_minutes) as longest, min(min_group_size) as min_group_size,
      case when bool_and(max_group_size is not null) then max(max_group_size) end as max_group_size,
      ${date === null ? sql`min(open.slot_date)` : sql`${date}::date`} as next_day
    from suited
      ${
        date === null
          ? sql`
            left join next_open_days(array(select id from suited), ${guests}, ${dayOf(now)}, ${now}) open
              on open.experience_id = suited.id`
          : sql``
      }
    group by suited.vineyard_id`
  return new Map(
    rows.map(({ vineyard_id, price, currency, ...facts }) => [
      vineyard_id,
      { ...facts, from: { price, currency } },
    ]),
  )
}

/** The first day from one on that each of these experiences has places for the party, by experience id. */
export async function readNextDays(
  sql: Queryable,
  experienceIds: string[],
  guests: number | null,
  from: Day,
  now: Date,
): Promise<Map<string, Day>> {
  const rows = await sql<{ experience_id: string; slot_date: Day }[]>`
    select * from next_open_days(${experienceIds}::uuid[], ${guests}, ${from}, ${now})`
  return new Map(rows.map(({ experience_id, slot_date }) => [experience_id, slot_date]))
}

/** What a filter asks of one active experience `e`, its places apart. On a day the party must fit its group sizes. */
function suits(sql: Queryable, filters: Filters) {
  const { type, date, minPrice, maxPrice, minDuration, maxGroupSize } = filters
  const party = partyOf(filters)
  return sql`
    e.is_active
    ${type === null ? sql`` : sql`and e.type = ${type}`}
    ${isPriceNarrowed(filters) ? sql`and e.price_per_person between ${minPrice} and ${maxPrice}` : sql``}
    ${minDuration === null ? sql`` : sql`and coalesce(e.duration_minutes, 60) >= ${minDuration * 60}`}
    ${maxGroupSize === null ? sql`` : sql`and e.max_group_size <= ${maxGroupSize}`}
    ${date === null ? sql`` : sql`and ${party} between e.min_group_size and coalesce(e.max_group_size, 10)`}`
}
