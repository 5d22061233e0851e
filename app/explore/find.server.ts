import type { Queryable } from '../platform/database.server.ts'
import { nameHolds } from '../vineyards/vineyard.server.ts'
import type { Asked } from './address.ts'
import { type Filters, isPriceNarrowed, partyOf } from './filters.ts'

/** As many cards as fill three columns eight times. */
export const cardsOnPage = 24

/** One page of what is found: how many there are in all, which page this is, and the ids of its vineyards by name. */
export type Hits = { total: number; page: number; ids: string[] }

/**
 * The visible vineyards that answer to words and filters, by name, in one query however many there are. A page
 * behind the last is the last.
 */
export async function findVineyards(
  sql: Queryable,
  { search, filters, page }: Pick<Asked, 'search' | 'filters' | 'page'>,
  now: Date,
): Promise<Hits> {
  const { region } = filters
  const [hits] = await sql<[Hits]>`
    with hits as (
      select v.id, v.name from vineyards v
      where v.is_visible
        and ${nameHolds(sql, search)}
        and ${region === null ? sql`true` : sql`v.region = ${region}`}
        and ${narrowsExperiences(filters) ? sql`v.id in (${offering(sql, filters, now)})` : sql`true`}
    ),
    size as (select count(*)::int as total from hits),
    at as (
      select total, least(${page}::int, greatest(1, ceil(total / ${cardsOnPage}::numeric)::int)) as page from size
    )
    select total, page, array(
      select id from hits order by name, id
      limit ${cardsOnPage} offset (select (page - 1) * ${cardsOnPage} from at)
    ) as ids
    from at`
  return hits
}

function narrowsExperiences(filters: Filters): boolean {
  const { type, date, minDuration, maxGroupSize } = filters
  return [type, date, minDuration, maxGroupSize].some((value) => value !== null) || isPriceNarrowed(filters)
}

/** The vineyards of the experiences that answer to every filter at once, with places on the day where one is asked. */
function offering(sql: Queryable, filters: Filters, now: Date) {
  const { date } = filters
  const suited = (column: 'id' | 'vineyard_id') =>
    sql`select ${sql(`e.${column}`)} from experiences e where ${suits(sql, filters)}`
  if (date === null) return suited('vineyard_id')
  return sql`
    select e.vineyard_id from experiences e
    where e.id in (
      select s.experience_id from slots_of_many(array(${suited('id')}), ${date}, ${date}, ${now}) s
      where s.remaining >= ${partyOf(filters)}
    )`
}

/** What a filter asks of one active experience `e`, its places apart. On a day the party must fit its group sizes. */
export function suits(sql: Queryable, filters: Filters) {
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
