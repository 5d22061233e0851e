import type postgres from 'postgres'

import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import type { By } from './report.ts'

/** Whose report of which days, and what each of its lines is about. */
export type ReportQuery = { vineyard_id: string; experience_id: string | null; from: Day; until: Day; by: By }

/** The line that a row belongs to, as text. */
export const lineKey = (sql: Queryable, by: By, day: 'b.day' | 'd.day', experience: 'b' | 'd') =>
  by === 'experience'
    ? sql`${sql(experience)}.experience_id::text`
    : sql`to_char(date_trunc(${by}, ${sql(day)}::timestamp), 'YYYY-MM-DD')`

export const ofExperience = (sql: Queryable, experience_id: string | null, of: 'b' | 'd') =>
  experience_id === null ? sql`true` : sql`${sql(of)}.experience_id = ${experience_id}`

/**
 * Rows of sums that are kept of each experience, and of all of a vineyard's together where it is null: those a report adds up.
 * Each experience is named, so that an index is read where its days are and not from end to end.
 */
export const ofWhom = (sql: Queryable, { vineyard_id, experience_id, by }: ReportQuery) =>
  by === 'experience'
    ? sql`experience_id = any (array(select e.id from experiences e where e.vineyard_id = ${vineyard_id}))`
    : experience_id === null
      ? sql`experience_id is null`
      : sql`experience_id = ${experience_id}`

/** Several queries of the same columns as one. */
export const together = (sql: Queryable, parts: postgres.Fragment[]) =>
  parts.reduce((all, part) => sql`${all} union all ${part}`)

/** Of all of a vineyard's bookings by the day: these are kept in rows of their own. */
export const isOfDays = ({ experience_id, by }: ReportQuery) => by === 'day' && experience_id === null
