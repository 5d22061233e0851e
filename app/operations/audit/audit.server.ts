import { countRows, limitToPage, type Listing, type Page } from '../../platform/api/listing.server.ts'
import { mostListed } from '../../platform/text/counts.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { auditEvent, auditFilters } from './audit.shapes.ts'

export type AuditFilters = RowOf<typeof auditFilters>

/** Returns SQL for the two sources of entries: `changes` in the audit log, and staff's actions on bookings (`bookingActions`). */
function entrySources(sql: Queryable, { noun, noun_id, vineyard_id, actor_id, from, until }: AuditFilters) {
  const both = sql`
    ${vineyard_id === undefined ? sql`` : sql`and t.vineyard_id = ${vineyard_id}`}
    ${actor_id === undefined ? sql`` : sql`and t.actor_id = ${actor_id}`}
    ${from === undefined ? sql`` : sql`and t.happened_at >= london_instant(${from}, '00:00')`}
    ${until === undefined ? sql`` : sql`and t.happened_at < london_instant(${until}::date + 1, '00:00')`}`
  return {
    changes: sql`
      select 'a' as kind, t.id as key, t.happened_at
      from audit_events t
      where true ${both}
        ${noun === undefined ? sql`` : sql`and t.noun = ${noun}`}
        ${noun_id === undefined ? sql`` : sql`and t.noun_id = ${noun_id}`}`,
    bookingActions: sql`
      select 'b', t.event_id, t.happened_at
      from staff_booking_events t
      where ${noun === undefined || noun === 'booking'} ${both}
        ${noun_id === undefined ? sql`` : sql`and t.event_id in (select id from booking_events where booking_id = ${noun_id})`}`,
  }
}

/** Returns one page of all changes by staff. Callers must be admins, because the query does not check the scope. */
export async function pageOfAudit(
  sql: Queryable,
  { page, limit, sort, ...filters }: Listing & AuditFilters,
): Promise<Page<RowOf<typeof auditEvent>>> {
  const { changes, bookingActions } = entrySources(sql, filters)
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const most = Math.min(page * limit, mostListed)
  const [total, items] = await Promise.all([
    countRows(sql, sql`(${changes} limit ${mostListed}) union all (${bookingActions} limit ${mostListed})`),
    sql<RowOf<typeof auditEvent>[]>`
      with page as materialized (
        select * from (
          (${changes} order by t.happened_at ${direction}, t.id ${direction} limit ${most})
          union all
          (${bookingActions} order by t.happened_at ${direction}, t.event_id ${direction} limit ${most})
        ) as t
        order by happened_at ${direction}, kind, key ${direction} ${limitToPage(sql, { page, limit })}
      )
      select page.kind || page.key as id, t.happened_at, t.actor, t.actor_id, name_of_actor(t.actor, t.actor_id) as actor_name,
        t.noun, t.noun_id, name_of_audited(t.noun, t.noun_id) as name, t.vineyard_id, t.before, t.after, t.erased,
        case when b.id is not null then
          jsonb_build_object('reference', b.reference, 'guest_name', case when b.erased_at is null then guest_name_of(b) end)
        end as booking
      from page
        cross join lateral (
          select * from audit_of_changes c where page.kind = 'a' and c.key = page.key
          union all
          select * from audit_of_bookings b where page.kind = 'b' and b.key = page.key
        ) as t
        left join bookings b on t.noun = 'booking' and b.id = t.noun_id
      order by page.happened_at ${direction}, page.kind, page.key ${direction}`,
  ])
  return { items: [...items], total, page, limit }
}
