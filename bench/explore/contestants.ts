import { answering } from '../../test/plain-search.ts'
import type { SearchQuery } from '../../app/search/search-url.ts'
import { cardsOnPage, searchVineyards } from '../../app/search/search.server.ts'
import type { Queryable, Sql } from '../../app/platform/database.server.ts'
import { recording } from '../recording.ts'

export type Search = Pick<SearchQuery, 'search' | 'filters' | 'near'>
/** The number of results, and the ids of the first page. */
export type Answer = { total: number; ids: string[] }
export type Contestant = (search: Search, now: Date) => Promise<Answer>

export function ours(sql: Sql): Contestant {
  return async (search, now) => {
    const { total, hits } = await searchVineyards(sql, { ...search, page: 1 }, now)
    return { total, ids: hits.map(({ id }) => id) }
  }
}

/** Computes every slot of the day with the function that lists them, as the reference for results and order. */
export function plainly(sql: Queryable): Contestant {
  return async (search, now) => {
    const [answer] = await sql<[Answer]>`
      with hits as materialized (${answering(sql, search, now)})
      select (select count(*)::int from hits) as total,
        array(select id from hits order by name_sort_key(name), id limit ${cardsOnPage}) as ids`
    return answer
  }
}

/** Returns a pool that counts its statements. */
export function counting(sql: Sql): { sql: Sql; sent: () => number } {
  const recorded = recording(sql)
  let count = 0
  return { sql: recorded.sql, sent: () => (count += recorded.take().length) }
}
