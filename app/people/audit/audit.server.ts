import { countRows, cutOut, type Listing, type Page } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database.server.ts'
import type { Day } from '../../platform/days.ts'

/** Forgets what the audit says about a person; that something was changed, by whom and when, stays. Counts the values. */
export async function redactAudit(sql: Queryable, email: string, now: Date): Promise<number> {
  const [{ gone }] = await sql<[{ gone: number }]>`select redact_audit(${email}, ${now}) as gone`
  return gone
}

/** A change by staff. `erased` names the fields whose values were forgotten with the person they spoke of. */
export type AuditEntry = {
  id: string
  happened_at: Date
  actor: 'winemaker' | 'admin' | 'system'
  actor_id: string | null
  actor_name: string | null
  noun: string
  noun_id: string
  vineyard_id: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  erased: string[]
}

export type AuditFilters = {
  noun?: string | undefined
  noun_id?: string | undefined
  vineyard_id?: string | undefined
  actor_id?: string | undefined
  from?: Day | undefined
  until?: Day | undefined
}

/**
 * One page of everything staff did. Only admins read it: nothing here asks whose it is.
 * Read from the newest on, by the indexes on the moment.
 */
export async function pageOfAudit(
  sql: Queryable,
  { noun, noun_id, vineyard_id, actor_id, from, until, page, limit, sort }: Listing & AuditFilters,
): Promise<Page<AuditEntry>> {
  const wanted = sql`
    true
    ${noun === undefined ? sql`` : sql`and t.noun = ${noun}`}
    ${noun_id === undefined ? sql`` : sql`and t.noun_id = ${noun_id}`}
    ${vineyard_id === undefined ? sql`` : sql`and t.vineyard_id = ${vineyard_id}`}
    ${actor_id === undefined ? sql`` : sql`and t.actor_id = ${actor_id}`}
    ${from === undefined ? sql`` : sql`and t.happened_at >= london_instant(${from}, '00:00')`}
    ${until === undefined ? sql`` : sql`and t.happened_at < london_instant(${until}::date + 1, '00:00')`}`
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const [total, items] = await Promise.all([
    countRows(sql, sql`select from audit_trail t where ${wanted}`),
    sql<AuditEntry[]>`
      select t.*, coalesce(w.name, a.name) as actor_name
      from (
        select t.* from audit_trail t where ${wanted}
        order by t.happened_at ${way}, t.id
        ${cutOut(sql, { page, limit })}
      ) as t
        left join winemakers w on t.actor = 'winemaker' and w.id = t.actor_id
        left join admins a on t.actor = 'admin' and a.id = t.actor_id
      order by t.happened_at ${way}, t.id`,
  ])
  return { items: [...items], total, page, limit }
}
