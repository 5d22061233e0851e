import type postgres from 'postgres'

import { type Actor, vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Noun } from '../accounts/staff-edit.server.ts'
import { type Listing, type Page, readFew, readListPage } from '../platform/api/listing.server.ts'
import { mostListed } from '../platform/counts.ts'
import type { Queryable } from '../platform/database.server.ts'
import { dayOf } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import type { Experience } from './experience.ts'

export const experienceNoun: Noun = { table: 'experiences', noun: 'experience', of_vineyard: 'vineyard_id' }

/** An experience as the API gives it: what is written of it, and how it stands. */
export type ExperienceEntry = Experience & {
  host_id: string | null
  vineyard_name: string
  is_offered: boolean
  is_planned: boolean
  created_at: Date
  updated_at: Date
  version: string
}

export type ExperienceFilters = {
  vineyard_id?: string | undefined
  type?: string | undefined
  is_active?: boolean | undefined
  is_planned?: boolean | undefined
  search?: string | undefined
}

const columns = (sql: Queryable, now: Date) => sql`
  e.id, e.vineyard_id, e.title, e.description, e.type, e.duration_minutes, e.price_per_person, e.currency,
  e.min_group_size, e.max_group_size, e.is_active, e.is_instant, e.included, e.host_id, e.booking_cutoff_minutes,
  e.booking_horizon_days, e.cancellation_cutoff_minutes,
  e.parking, e.station, e.step_free, e.dogs, e.children, e.food, v.name as vineyard_name,
  e.is_active and v.is_visible as is_offered, ${isPlanned(sql, now)} as is_planned,
  e.created_at, e.updated_at, version_of(to_jsonb(e)) as version`

/** An experience `e` starts today or later, as planned; what closes days is another matter. */
const isPlanned = (sql: Queryable, now: Date) => sql`
  exists (
    select from experience_plans k
    where k.experience_id = e.id and (k.planned_until >= ${dayOf(now)} or k.last_start >= ${now})
  )`

/** The same turned round. */
const isUnplanned = (sql: Queryable, now: Date) => sql`
  exists (
    select from experience_plans k
    where k.experience_id = e.id and k.planned_until < ${dayOf(now)} and k.last_start < ${now}
  )`

const withVineyard = (sql: Queryable) => sql`experiences e join vineyards v on v.id = e.vineyard_id`

/** Whom an experience `e` of a vineyard `v` is there for when it is off or hidden: its own staff, and admins. */
export function isOffered(sql: Queryable, by: Actor) {
  if (by.actor === 'admin') return sql`true`
  return sql`(e.is_active and v.is_visible or v.id = ${vineyardScope(by).vineyard_id})`
}

/**
 * Experiences `e` of a vineyard `v` whose title, or whose vineyard's name, town or county holds the term: found first, each
 * way up to ten thousand of those `meant`, or held against it one by one.
 */
const isCalled = {
  ids: (sql: Queryable, term: string, { from, meant }: ExperienceScope) => sql`
    (
      select e.id from ${from}
      where experience_words(e.title) like contains_pattern(${term}) and ${meant} limit ${mostListed}
    )
    union
    (
      select e.id from vineyards v join experiences e on e.vineyard_id = v.id
      where vineyard_words(v.name, v.city, v.region) like contains_pattern(${term}) and ${meant} limit ${mostListed}
    )`,
  passed: (sql: Queryable, term: string, meant: postgres.Fragment) => sql`(
    (experience_words(e.title) like contains_pattern(${term}) or vineyard_words(v.name, v.city, v.region) like contains_pattern(${term}))
    and ${meant}
  )`,
}

/** Which experiences `e` are meant before any term: `from` holds their vineyard `v` only where it is looked at. */
type ExperienceScope = { from: postgres.Fragment; meant: postgres.Fragment }

/** Which experiences are found before they are sorted, and how they are passed where they are many; null: none. */
function fewOf(
  sql: Queryable,
  search: string | undefined,
  is_planned: boolean | undefined,
  { from, meant }: ExperienceScope,
) {
  if (search !== undefined)
    return { ids: isCalled.ids(sql, search, { from, meant }), passed: isCalled.passed(sql, search, meant) }
  if (is_planned !== false) return null
  const ids = sql`select e.id from ${from} where ${meant} limit ${mostListed}`
  return { ids, passed: meant }
}

/** One page of the experiences that somebody may see. */
export async function pageOfExperiences(
  sql: Queryable,
  { vineyard_id, type, is_active, is_planned, search, ...asked }: Listing & ExperienceFilters,
  { by }: { by: Actor },
  now: Date,
): Promise<Page<ExperienceEntry>> {
  const meant = sql`
    ${isOffered(sql, by)}
    and ${vineyard_id === undefined ? sql`true` : sql`e.vineyard_id = ${vineyard_id}`}
    and ${type === undefined ? sql`true` : sql`e.type = ${type}`}
    and ${is_active === undefined ? sql`true` : is_active ? sql`e.is_active` : sql`not e.is_active`}
    and ${is_planned === undefined ? sql`true` : is_planned ? isPlanned(sql, now) : isUnplanned(sql, now)}`
  // An admin sees them all: their ten thousand vineyards are not looked up to be found visible.
  const from = by.actor === 'admin' ? sql`experiences e` : withVineyard(sql)
  const rows = (wanted: postgres.Fragment) => sql`
    select e.id, e.title, e.price_per_person, e.created_at, e.updated_at,
      name_sort_key(v.name) as vineyard_name
    from ${withVineyard(sql)}
    where ${wanted}`
  const few = fewOf(sql, search, is_planned, { from, meant })
  const order = {
    never_null: ['title', 'price_per_person', 'created_at', 'updated_at', 'vineyard_name'],
    id_follows: true,
  }
  // The order is found among a few columns; what is dear to make is made for one page only.
  const { items: found, ...page } =
    few === null
      ? await readListPage<{ id: string }>(sql, asked, rows(meant), order)
      : await readFew<{ id: string }>(
          sql,
          asked,
          {
            ids: few.ids,
            rows: { found: rows(sql`e.id in (select id from found)`), passed: rows(few.passed) },
          },
          order,
        )
  const items = await sql<ExperienceEntry[]>`
    select ${columns(sql, now)}
    from unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as asked (id, place)
      join experiences e on e.id = asked.id
      join vineyards v on v.id = e.vineyard_id
    order by asked.place`
  return { ...page, items: [...items] }
}

/** One experience that somebody may see. */
export async function findExperience(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
  now: Date,
): Promise<ExperienceEntry | undefined> {
  const [experience] = await sql<ExperienceEntry[]>`
    select ${columns(sql, now)}
    from experiences e join vineyards v on v.id = e.vineyard_id
    where e.id = ${id} and ${isOffered(sql, by)}`
  return experience
}

/** The kinds that experiences are of, off and hidden ones too, by name. */
export async function listKinds(sql: Queryable): Promise<string[]> {
  // From one to the next along the index: it takes as long as there are kinds.
  const rows = await sql<{ type: string }[]>`
    with recursive found (type) as (
      select min(type) from experiences
      union all
      select (select min(e.type) from experiences e where e.type > found.type)
      from found where found.type is not null
    )
    select type from found where type is not null order by type`
  return rows.map(({ type }) => type)
}

/** Makes another one like it, with its weekly starts, switched off. */
export async function copyExperience(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ id: string }, { kind: 'absent' }>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [copied] = await retrying(
    sql,
    (sql) => sql<[{ problem: 'absent' | null; id: string }]>`
      select * from copy_experience(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`,
  )
  return copied.problem === null ? ok({ id: copied.id }) : refused({ kind: copied.problem })
}
