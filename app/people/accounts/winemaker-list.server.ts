import { type Listing, type Page, readPage } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database.server.ts'
import type { Noun } from './staff-edit.server.ts'
import type { WinemakerEntry, WinemakerState } from '../winemaker.ts'

export const winemakerNoun: Noun = { table: 'winemakers', noun: 'winemaker', of_vineyard: 'vineyard_id' }

type Filters = {
  vineyard_id?: string | undefined
  search?: string | undefined
  state?: WinemakerState | undefined
}

/** One page of all winemakers. */
export async function pageOfWinemakers(
  sql: Queryable,
  { vineyard_id, search = '', state, ...asked }: Listing & Filters,
): Promise<Page<WinemakerEntry<Date>>> {
  return readPage(
    sql,
    asked,
    sql`
      select
        w.id, w.vineyard_id, v.name as vineyard_name, w.name, w.email, w.position, w.is_active,
        w.password_hash is not null as has_password, used.last_used_at, w.created_at, version_of(to_jsonb(w)) as version
      from winemakers w
        join vineyards v on v.id = w.vineyard_id
        left join lateral (
          select max(s.last_used_at) as last_used_at from winemaker_sessions s where s.winemaker_id = w.id
        ) as used on true
      where ${vineyard_id === undefined ? sql`true` : sql`w.vineyard_id = ${vineyard_id}`}
        and ${state === undefined ? sql`true` : inState(sql, state)}
        and strpos(lower(concat_ws(' ', w.name, w.email, v.name)), lower(${search})) > 0`,
  )
}

function inState(sql: Queryable, state: WinemakerState) {
  if (state === 'disabled') return sql`not w.is_active`
  return sql`w.is_active and (w.password_hash is null) = ${state === 'invited'}`
}

/** The first few whose name or address holds the term. */
export async function winemakersHolding(
  sql: Queryable,
  term: string,
  most: number,
): Promise<{ id: string; name: string; email: string; vineyard_id: string; vineyard_name: string }[]> {
  return sql`
    select w.id, w.name, w.email, w.vineyard_id, v.name as vineyard_name
    from winemakers w join vineyards v on v.id = w.vineyard_id
    where lower(w.name) like anywhere(${term}) or lower(w.email) like anywhere(${term})
    order by w.name, w.id
    limit ${most}`
}
