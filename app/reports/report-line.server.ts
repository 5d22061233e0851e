import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import type { By } from './report.ts'

/** Whose report of which days, and what each of its lines is about. */
export type Asked = { vineyard_id: string; experience_id: string | null; from: Day; until: Day; by: By }

/** The line that a row belongs to, as text. */
export const keyOf = (sql: Queryable, by: By, day: 'b.day' | 'd.day', experience: 'b' | 'd') =>
  by === 'experience'
    ? sql`${sql(experience)}.experience_id::text`
    : sql`to_char(date_trunc(${by}, ${sql(day)}::timestamp), 'YYYY-MM-DD')`

export const ofExperience = (sql: Queryable, experience_id: string | null, of: 'b' | 'd') =>
  experience_id === null ? sql`true` : sql`${sql(of)}.experience_id = ${experience_id}`
