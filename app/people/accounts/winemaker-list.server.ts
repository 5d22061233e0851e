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
  // The order is found among a few columns; what is dear to make is made for one page only.
  const { items: found, ...page } = await readPage<{ id: string }>(
    sql,
    asked,
    sql`
      select w.id, w.name, w.email, w.created_at, v.name as vineyard_name, used.last_used_at
      from winemakers w
        left join vineyards v on v.id = w.vineyard_id
        left join (
          select winemaker_id, max(last_used_at) as last_used_at from winemaker_sessions group by winemaker_id
        ) as used on used.winemaker_id = w.id
      where ${vineyard_id === undefined ? sql`true` : sql`w.vineyard_id = ${vineyard_id}`}
        and ${state === undefined ? sql`true` : inState(sql, state)}
        and ${search === '' ? sql`true` : isCalled(sql, search)}`,
    { never_null: ['name', 'email', 'created_at'] },
  )
  const items = await sql<WinemakerEntry<Date>[]>`
    select
      w.id, w.vineyard_id, v.name as vineyard_name, w.name, w.email, w.position, w.is_active,
      w.password_hash is not null as has_password,
      (select max(s.last_used_at) from winemaker_sessions s where s.winemaker_id = w.id) as last_used_at,
      w.created_at, version_of(to_jsonb(w)) as version
    from unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as asked (id, place)
      join winemakers w on w.id = asked.id
      join vineyards v on v.id = w.vineyard_id
    order by asked.place`
  return { ...page, items: [...items] }
}

/** Winemakers `w` whose name, address or vineyard holds the term. */
function isCalled(sql: Queryable, term: string) {
  return sql`w.id in (
    select id from winemakers where staff_words(name, email) like anywhere(${term})
    union
    select s.id from vineyards v join winemakers s on s.vineyard_id = v.id
    where vineyard_words(v.name, null, null) like anywhere(${term})
      and vineyard_words(v.name, v.city, v.region) like anywhere(${term})
  )`
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
    where staff_words(w.name, w.email) like anywhere(${term})
    order by w.name, w.id
    limit ${most}`
}
