import { vineyardScope, type Staff } from '../accounts/actor.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day, Time } from '../platform/days.ts'

/** An exception as the API gives it. */
export type ExceptionEntry = {
  id: string
  vineyard_id: string
  experience_id: string | null
  pattern_id: string | null
  starts_on: Day
  ends_on: Day
  from_time: Time | null
  until_time: Time | null
  capacity: number | null
  reason: string | null
  source: 'staff' | 'feed'
  created_at: Date
}

export type ExceptionFilters = {
  vineyard_id?: string | undefined
  experience_id?: string | undefined
  from?: Day | undefined
  until?: Day | undefined
}

const columns = (sql: Queryable) => sql`
  x.id, x.vineyard_id, x.experience_id, x.pattern_id, x.starts_on, x.ends_on, x.from_time, x.until_time, x.capacity,
  x.reason, x.source, x.created_at`

/** One page of the exceptions within reach; with days, those that touch one of them. */
export async function pageOfExceptions(
  sql: Queryable,
  { vineyard_id, experience_id, from, until, ...asked }: Listing & ExceptionFilters,
  { by }: { by: Staff },
): Promise<Page<ExceptionEntry>> {
  const scope = vineyardScope(by).vineyard_id
  return readListPage(
    sql,
    asked,
    sql`
      select ${columns(sql)} from availability_exceptions x
      where ${scope === null ? sql`true` : sql`x.vineyard_id = ${scope}`}
        ${vineyard_id === undefined ? sql`` : sql`and x.vineyard_id = ${vineyard_id}`}
        ${experience_id === undefined ? sql`` : sql`and x.experience_id = ${experience_id}`}
        ${from === undefined ? sql`` : sql`and x.ends_on >= ${from}`}
        ${until === undefined ? sql`` : sql`and x.starts_on <= ${until}`}`,
  )
}

/** One exception within reach. */
export async function findException(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
): Promise<ExceptionEntry | undefined> {
  const scope = vineyardScope(by).vineyard_id
  const [exception] = await sql<ExceptionEntry[]>`
    select ${columns(sql)} from availability_exceptions x
    where x.id = ${id} and ${scope === null ? sql`true` : sql`x.vineyard_id = ${scope}`}`
  return exception
}
