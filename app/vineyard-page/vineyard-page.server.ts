import { data, href, type RouterContextProvider } from 'react-router'
import { readForPage } from '../platform/attempt.server.ts'
import { database, log } from '../platform/context.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import { addDays, dayOf } from '../platform/days.ts'
import type { UpcomingSlot } from './vineyard-head.ts'
import { isId } from '../platform/ids.ts'
import type { Poster, Vineyard } from '../vineyards/vineyard.ts'
import { findVisibleVineyard } from '../vineyards/vineyard.server.ts'

/**
 * A visible vineyard, and what `readRest` reads beside it. Throws 404 for an id that is unknown, malformed or hidden, 503 if
 * the database cannot answer.
 */
export async function readVineyard<Rest = null>(
  context: Readonly<RouterContextProvider>,
  id: string,
  readRest: (sql: Sql, id: string) => Promise<Rest | null> = async () => null,
): Promise<[Vineyard & Poster, Rest]> {
  if (!isId(id)) throw notFound()
  const sql = context.get(database)
  const [vineyard, rest] = await readForPage(
    context.get(log),
    'A vineyard could not be read',
    () => Promise.all([findVisibleVineyard(sql, id), readRest(sql, id)]),
    { message: 'Failed to load vineyard details', to: href('/vineyard/:id', { id }) },
  )
  if (!vineyard) throw notFound()
  return [vineyard, rest as Rest]
}

const mostUpcoming = 8

/** The next slots with places of these experiences within a fortnight, at most eight of each. */
export async function readUpcomingSlots(
  sql: Queryable,
  experienceIds: string[],
  now: Date,
): Promise<UpcomingSlot[]> {
  const today = dayOf(now)
  return sql<UpcomingSlot[]>`
    select e.id as experience_id, s.starts_at, s.ends_at, s.capacity, s.remaining
    from unnest(${experienceIds}::uuid[]) with ordinality as e (id, position)
      cross join lateral (
        select * from slots_of(e.id, ${today}, ${addDays(today, 13)}, ${now}) open
        where open.remaining > 0
        order by open.starts_at
        limit ${mostUpcoming}
      ) as s
    order by e.position, s.starts_at`
}

function notFound() {
  const page = { title: 'Vineyard Not Found', message: 'Vineyard not found' }
  return data({ ...page, to: href('/explore'), label: 'Back to Explore' }, { status: 404 })
}
