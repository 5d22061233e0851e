import { type Actor, reachOf, type Staff } from '../people/actor.ts'
import type { Noun } from '../people/accounts/staff-edit.server.ts'
import { type Listing, type Page, readPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import type { Experience } from './experience.ts'

export const experienceNoun: Noun = { table: 'experiences', noun: 'experience', of_vineyard: 'vineyard_id' }

/** An experience as the API gives it. */
export type ExperienceEntry = Experience & {
  host_id: string | null
  created_at: Date
  updated_at: Date
  version: string
}

export type ExperienceFilters = {
  vineyard_id?: string | undefined
  type?: string | undefined
  is_active?: boolean | undefined
  search?: string | undefined
}

const columns = (sql: Queryable) => sql`
  e.id, e.vineyard_id, e.title, e.description, e.type, e.duration_minutes, e.price_per_person, e.currency,
  e.min_group_size, e.max_group_size, e.is_active, e.is_instant, e.included, e.host_id, e.booking_cutoff_minutes,
  e.booking_horizon_days, e.cancellation_cutoff_minutes,
  e.parking, e.station, e.step_free, e.dogs, e.children, e.food, e.created_at, e.updated_at, version_of(to_jsonb(e)) as version`

/** Whom an experience `e` of a vineyard `v` is there for when it is off or hidden: its own staff, and admins. */
export function isOffered(sql: Queryable, by: Actor) {
  if (by.actor === 'admin') return sql`true`
  return sql`(e.is_active and v.is_visible or v.id = ${reachOf(by).vineyard_id})`
}

/** One page of the experiences that somebody may see. */
export async function pageOfExperiences(
  sql: Queryable,
  { vineyard_id, type, is_active, search, ...asked }: Listing & ExperienceFilters,
  { by }: { by: Actor },
): Promise<Page<ExperienceEntry>> {
  return readPage(
    sql,
    asked,
    sql`
      select ${columns(sql)}
      from experiences e join vineyards v on v.id = e.vineyard_id
      where ${isOffered(sql, by)}
        ${vineyard_id === undefined ? sql`` : sql`and e.vineyard_id = ${vineyard_id}`}
        ${type === undefined ? sql`` : sql`and e.type = ${type}`}
        ${is_active === undefined ? sql`` : sql`and e.is_active = ${is_active}`}
        ${search === undefined ? sql`` : sql`and strpos(lower(e.title), lower(${search}::text)) > 0`}`,
  )
}

/** One experience that somebody may see. */
export async function findExperience(
  sql: Queryable,
  id: string,
  { by }: { by: Actor },
): Promise<ExperienceEntry | undefined> {
  const [experience] = await sql<ExperienceEntry[]>`
    select ${columns(sql)}
    from experiences e join vineyards v on v.id = e.vineyard_id
    where e.id = ${id} and ${isOffered(sql, by)}`
  return experience
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
