import { type Actor, reachOf, type Staff } from '../people/actor.ts'
import type { Noun } from '../people/accounts/staff-edit.server.ts'
import { type Listing, type Page, readPage } from '../platform/api/listing.server.ts'
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

/** Whether an experience `e` starts today or later, as planned; what closes days is another matter. */
function isPlanned(sql: Queryable, now: Date) {
  const today = dayOf(now)
  return sql`(
    exists (
      select from availability_patterns p
      where p.experience_id = e.id and p.is_active and coalesce(p.valid_until, ${today}) >= ${today}
    )
    or exists (select from availability a where a.experience_id = e.id and a.start_time >= ${now})
  )`
}

/** Whom an experience `e` of a vineyard `v` is there for when it is off or hidden: its own staff, and admins. */
export function isOffered(sql: Queryable, by: Actor) {
  if (by.actor === 'admin') return sql`true`
  return sql`(e.is_active and v.is_visible or v.id = ${reachOf(by).vineyard_id})`
}

/** Experiences `e` whose title, or whose vineyard, holds the term. */
function isCalled(sql: Queryable, term: string) {
  return sql`e.id = any (array(
    select id from experiences where experience_words(title) like anywhere(${term})
    union
    select s.id from vineyards h join experiences s on s.vineyard_id = h.id
    where vineyard_words(h.name, h.city, h.region) like anywhere(${term})
  ))`
}

/** One page of the experiences that somebody may see. */
export async function pageOfExperiences(
  sql: Queryable,
  { vineyard_id, type, is_active, is_planned, search, ...asked }: Listing & ExperienceFilters,
  { by }: { by: Actor },
  now: Date,
): Promise<Page<ExperienceEntry>> {
  const planned = isPlanned(sql, now)
  // The order is found among a few columns; what is dear to make is made for one page only.
  const { items: found, ...page } = await readPage<{ id: string }>(
    sql,
    asked,
    sql`
      select e.id, e.title, e.price_per_person, e.created_at, e.updated_at, v.name as vineyard_name
      from experiences e join vineyards v on v.id = e.vineyard_id
      where ${isOffered(sql, by)}
        and ${vineyard_id === undefined ? sql`true` : sql`e.vineyard_id = ${vineyard_id}`}
        and ${type === undefined ? sql`true` : sql`e.type = ${type}`}
        and ${is_active === undefined ? sql`true` : sql`e.is_active = ${is_active}`}
        and ${is_planned === undefined ? sql`true` : is_planned ? planned : sql`not ${planned}`}
        and ${search === undefined ? sql`true` : isCalled(sql, search)}`,
    { never_null: ['title', 'price_per_person', 'created_at', 'updated_at', 'vineyard_name'] },
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
  const { actor, actor_id, vineyard_id } = reachOf(by)
  const [copied] = await retrying(
    sql,
    (sql) => sql<[{ problem: 'absent' | null; id: string }]>`
      select * from copy_experience(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`,
  )
  return copied.problem === null ? ok({ id: copied.id }) : refused({ kind: copied.problem })
}
