import type postgres from 'postgres'

import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import type { By } from './report.ts'

export type ReportQuery = { vineyard_id: string; experience_id: string | null; from: Day; until: Day; by: By }

/** The key of the line that a row belongs to. */
export const lineKey = (sql: Queryable, by: By, day: 'b.day' | 'd.day', experience: 'b' | 'd') =>
  by === 'experience'
    ? sql`${sql(experience)}.experience_id::text`
    : sql`to_char(date_trunc(${by}, ${sql(day)}::timestamp), 'YYYY-MM-DD')`

export const ofExperience = (sql: Queryable, experience_id: string | null, of: 'b' | 'd') =>
  experience_id === null ? sql`true` : sql`${sql(of)}.experience_id = ${experience_id}`

/**
 * The stored totals that a report adds up: of each experience, or of the whole vineyard, where `experience_id` is null.
 * Listing the experiences lets an index be searched by day.
 */
export const totalsOf = (sql: Queryable, { vineyard_id, experience_id, by }: ReportQuery) =>
  by === 'experience'
    ? sql`experience_id = any (array(select e.id from experiences e where e.vineyard_id = ${vineyard_id}))`
    : experience_id === null
      ? sql`experience_id is null`
      : sql`experience_id = ${experience_id}`

export const unionAll = (sql: Queryable, parts: postgres.Fragment[]) =>
  parts.reduce((all, part) => sql`${all} union all ${part}`)

/** Whether the report is by day over all experiences, for which daily totals are stored. */
export const isDaily = ({ experience_id, by }: ReportQuery) => by === 'day' && experience_id === null
