import fc from 'fast-check'

import { type Filters, isPriceNarrowed, partyOf } from '../app/explore/search/filters.ts'
import { isStatedFactName } from '../app/catalogue/facts/fact-filters.ts'
import { factList } from '../app/catalogue/facts/facts.ts'
import type { Queryable } from '../app/platform/database/database.server.ts'
import { nameHolds } from '../app/catalogue/vineyards/vineyard.server.ts'

/** Draws one of the filter's values in one case out of six, and otherwise null. */
export const seldom = <Value>(values: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values })

type Words = { search: string; filters: Filters }

/** Searches with plain SQL and orders by name. Tests compare the real search with this search. */
export async function searchPlainly(sql: Queryable, words: Words, now: Date): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`${answering(sql, words, now)} order by name_sort_key(v.name), v.id`
  return rows.map(({ id }) => id)
}

/**
 * Returns the ids of visible vineyards with an active experience that has a slot, full or not, within its horizon. Looks ahead
 * one year only, because no horizon in the test data is longer.
 */
export async function listBookablePlainly(sql: Queryable, now: Date): Promise<Set<string>> {
  const rows = await sql<{ vineyard_id: string }[]>`
    select distinct e.vineyard_id
    from experiences e join vineyards v on v.id = e.vineyard_id and v.is_visible
      cross join lateral slots_of(e.id, london_today(${now}), london_today(${now}) + 366, ${now}) s`
  return new Set(rows.map(({ vineyard_id }) => vineyard_id))
}

/** Returns the query for the matching vineyards `v`, without an order. `holdsTerm` is the condition on their texts. */
export function answering(
  sql: Queryable,
  { search, filters }: Words,
  now: Date,
  holdsTerm: typeof nameHolds = nameHolds,
) {
  const { region, date } = filters
  return sql`
    select v.id, v.name from vineyards v
    where v.is_visible
      ${search === '' ? sql`` : sql`and ${holdsTerm(sql, search)}`}
      ${region === null ? sql`` : sql`and v.region = ${region}`}
      ${
        asksExperiences(filters)
          ? sql`and v.id in (
              select e.vineyard_id from experiences e
              where ${suits(sql, filters)} ${date === null ? sql`` : sql`and e.id in (${open(sql, filters, date, now)})`}
            )`
          : sql``
      }`
}

function asksExperiences(filters: Filters): boolean {
  const { type, date, minDuration, maxGroupSize, facts } = filters
  return (
    [type, date, minDuration, maxGroupSize].some((value) => value !== null) ||
    isPriceNarrowed(filters) ||
    facts.length > 0
  )
}

function open(sql: Queryable, filters: Filters, date: string, now: Date) {
  return sql`
    select e.id
    from experiences e cross join lateral slots_of(e.id, ${date}, ${date}, ${now}) s
    where ${suits(sql, filters)} and s.remaining >= ${partyOf(filters)}`
}

function states(sql: Queryable, fact: string, choices: readonly string[]) {
  return sql`exists (
    select from jsonb_to_recordset(facts_of(e.vineyard_id, e.id)) as f (fact text, choice text)
    where f.fact = ${fact} and f.choice = any (${[...choices]}::text[])
  )`
}

function suits(sql: Queryable, filters: Filters) {
  const { type, date, minPrice, maxPrice, minDuration, maxGroupSize, facts } = filters
  return sql`
    e.is_active
    ${type === null ? sql`` : sql`and e.type = ${type}`}
    ${isPriceNarrowed(filters) ? sql`and e.price_per_person between ${minPrice} and ${maxPrice}` : sql``}
    ${minDuration === null ? sql`` : sql`and coalesce(e.duration_minutes, 60) >= ${minDuration * 60}`}
    ${maxGroupSize === null ? sql`` : sql`and e.max_group_size <= ${maxGroupSize}`}
    ${facts.includes('step_free') ? sql`and e.step_free in ('yes', 'partly')` : sql``}
    ${facts.includes('dogs') ? sql`and e.dogs in ('welcome', 'on_lead') and not ${states(sql, 'dogs_where', ['nowhere'])}` : sql``}
    ${facts.includes('children') ? sql`and e.children in ('welcome', 'with_adult') and not ${states(sql, 'children_from', ['adults'])}` : sql``}
    ${facts.includes('parking') ? sql`and e.parking is not null` : sql``}
    ${facts.includes('food') ? sql`and e.food is not null` : sql``}
    ${facts.includes('station') ? sql`and e.station is not null` : sql``}
    ${(facts.length === 0 ? [null] : facts).map((name) =>
      name !== null && isStatedFactName(name) ? sql`and ${states(sql, name, factList[name].suits)}` : sql``,
    )}
    ${date === null ? sql`` : sql`and ${partyOf(filters)} between e.min_group_size and coalesce(e.max_group_size, 10)`}`
}
