import { answering } from '../../test/plain-search.ts'
import type { SearchQuery } from '../../app/search/search-url.ts'
import { cardsOnPage, searchVineyards } from '../../app/search/search.server.ts'
import type { Queryable, Sql } from '../../app/platform/database.server.ts'
import type { nameHolds } from '../../app/vineyards/vineyard.server.ts'
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

const literally = (term: string) => `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Scans every row, as most sites do. */
export function byScan(sql: Sql): Contestant {
  return page(sql, (_, term) => {
    const pattern = literally(term)
    return sql`(v.name ilike ${pattern} or v.city ilike ${pattern} or v.region ilike ${pattern})`
  })
}

/** Uses the indexes of `indexTrigrams`. */
export function byTrigrams(sql: Sql): Contestant {
  return page(sql, (_, term) => {
    const holds = (column: string) => sql`
      lower(${sql(column)} collate pg_c_utf8) like lower(${literally(term)}::text collate pg_c_utf8)`
    return sql`(${holds('v.name')} or ${holds('v.city')} or ${holds('v.region')})`
  })
}

/** Returns the number of results and the first page in one query. */
function page(sql: Queryable, holds: typeof nameHolds): Contestant {
  return async (search, now) => {
    const [answer] = await sql<[Answer]>`
      with hits as materialized (${answering(sql, search, now, holds)})
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
