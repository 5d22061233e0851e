import { z } from 'zod'

import {
  type Actor,
  ownsVineyard,
  seesVineyard,
  vineyardScope,
  type Staff,
} from '../../people/sign-in/actor.ts'
import type { Noun } from '../../people/accounts/staff-edit.server.ts'
import { flag, id, line, type RowOf } from '../../platform/api/fields.server.ts'
import { containsTerm, listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { ok, refused } from '../../platform/result.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { Experience } from './experience.ts'
import type { experienceShape } from './experience.shapes.ts'
import { visitFactColumns } from './experience-facts.server.ts'

export const experienceNoun: Noun = { table: 'experiences', noun: 'experience', of_vineyard: 'vineyard_id' }

type ExperienceEntry = RowOf<typeof experienceShape>

/** The type of an experience, such as 'wine_tasting'. */
export const kind = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'must be lower-case words joined by _, such as wine_tasting')

export const experienceListing = listing(
  ['price_per_person', 'title', 'vineyard_name', 'created_at', 'updated_at'],
  {
    vineyard_id: id.optional(),
    type: kind.optional(),
    is_active: flag.optional(),
    is_planned: flag.optional(),
    search: line(200)
      .optional()
      .describe('Any part of the title, or of the vineyard’s name, town or county.'),
  },
)

const columns = (sql: Queryable) => sql`
  e.id, e.vineyard_id, e.title, e.description, e.type, e.duration_minutes, e.price_per_person, e.currency,
  e.min_group_size, e.max_group_size, e.is_active, e.is_instant, e.sold_by_resellers, e.included, e.booking_cutoff_minutes,
  e.booking_horizon_days, e.cancellation_cutoff_minutes, e.scene,
  ${visitFactColumns(sql)}`

const entryColumns = (sql: Queryable, now: Date) => sql`
  ${columns(sql)}, e.host_id, v.name as vineyard_name,
  e.is_active and v.is_visible as is_offered, ${isPlanned(sql, now)} as is_planned,
  e.created_at, e.updated_at, version_of(to_jsonb(e)) as version`

/** Returns SQL for whether experience `e` has a planned start today or later, including closed starts. */
export const isPlanned = (sql: Queryable, now: Date) => sql`
  (
    exists (
      select from availability_patterns p
      where p.experience_id = e.id and p.is_active and last_valid_day(p.valid_until, p.valid_days) >= ${dayOf(now)}
    )
    or exists (
      select from slots s
      where s.experience_id = e.id and s.pattern_id is null and s.retired_at is null and s.starts_at >= ${now}
    )
  )`

/**
 * Returns SQL for whether an actor may see experience `e` of vineyard `v`. While the experience is off sale or `v` is hidden,
 * only admins and the staff and API keys of `v` see it.
 */
export function isOffered(sql: Queryable, by: Actor) {
  if (by.actor === 'admin') return sql`not v.is_sandbox`
  return sql`(e.is_active and ${seesVineyard(sql, by)} or ${ownsVineyard(sql, by)})`
}

/** Returns SQL for the ids of experiences whose title, or whose vineyard's name or location, contains the term. Uses indexes. */
function idsOf(sql: Queryable, term: string) {
  return sql`
    select e.id from experiences e where ${containsTerm(sql, sql`experience_words(e.title)`, term)}
    union
    select e.id from vineyards v join experiences e on e.vineyard_id = v.id
    where ${containsTerm(sql, sql`vineyard_words(v.name, v.city, v.region)`, term)}`
}

/** Returns one page of the experiences that this actor may see. */
export async function pageOfExperiences(
  sql: Queryable,
  { vineyard_id, type, is_active, is_planned, search, ...paging }: z.output<typeof experienceListing>,
  { by }: { by: Actor },
  now: Date,
): Promise<Page<ExperienceEntry>> {
  const filters = sql`
    ${isOffered(sql, by)}
    and ${vineyard_id === undefined ? sql`true` : sql`e.vineyard_id = ${vineyard_id}`}
    and ${type === undefined ? sql`true` : sql`e.type = ${type}`}
    and ${is_active === undefined ? sql`true` : is_active ? sql`e.is_active` : sql`not e.is_active`}
    and ${is_planned === undefined ? sql`true` : is_planned ? isPlanned(sql, now) : sql`not ${isPlanned(sql, now)}`}
    and ${search === undefined ? sql`true` : sql`e.id in (${idsOf(sql, search)})`}`
  return readListPage(
    sql,
    paging,
    sql`
      select ${entryColumns(sql, now)}
      from experiences e join vineyards v on v.id = e.vineyard_id
      where ${filters}`,
    {
      names: ['vineyard_name'],
      never_null: ['title', 'price_per_person', 'created_at', 'updated_at', 'vineyard_name'],
      id_follows: true,
    },
  )
}

/** Returns the experience if this actor may see it, otherwise undefined. */
export async function findExperience(sql: Queryable, id: string, { by }: { by: Actor }, now: Date) {
  const [experience] = await sql<ExperienceEntry[]>`
    select ${entryColumns(sql, now)}
    from experiences e join vineyards v on v.id = e.vineyard_id
    where e.id = ${id} and ${isOffered(sql, by)}`
  return experience
}

/** Returns the types of all experiences in alphabetical order, even of experiences that visitors cannot see. */
export async function listKinds(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ type: string }[]>`
    select distinct type from experiences where type is not null order by type`
  return rows.map(({ type }) => type)
}

/** Copies an experience with its weekly starts. The copy is off sale. */
export async function copyExperience(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const copied = await rowFrom(sql)<{ problem: SqlEnums['lookup_problem'] | null; id: string }>`
    select * from copy_experience(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`
  return copied.problem === null ? ok({ id: copied.id }) : refused({ kind: copied.problem })
}

/** Returns the active experiences of a visible vineyard, cheapest first. */
export async function listActiveExperiences(sql: Queryable, vineyardId: string): Promise<Experience[]> {
  return sql<Experience[]>`
    select ${columns(sql)}
    from experiences e join vineyards v on v.id = e.vineyard_id and v.is_visible
    where e.vineyard_id = ${vineyardId} and e.is_active
    order by e.price_per_person, e.title, e.id`
}

/** Returns an active experience of a visible vineyard, or undefined. */
export async function findActiveExperience(sql: Queryable, vineyardId: string, experienceId: string) {
  const [experience] = await sql<Experience[]>`
    select ${columns(sql)}
    from experiences e join vineyards v on v.id = e.vineyard_id and v.is_visible
    where e.id = ${experienceId} and e.vineyard_id = ${vineyardId} and e.is_active`
  return experience
}

/** Returns the cheapest active experience of each vineyard, by vineyard id. */
export async function cheapestExperiences(sql: Queryable, vineyardIds: string[]) {
  const rows = await sql<Experience[]>`
    select distinct on (e.vineyard_id) ${columns(sql)}
    from experiences e
    where e.vineyard_id = any(${vineyardIds}::uuid[]) and e.is_active
    order by e.vineyard_id, e.price_per_person, e.title, e.id`
  return new Map(rows.map((row) => [row.vineyard_id, row]))
}
