import type { Queryable } from '../../platform/database/database.server.ts'

/** Returns SQL for the staff's notes and tags of a booking `b`, and those of its customer. */
export function noteColumns(sql: Queryable) {
  return sql`b.staff_notes, customer_note_of(b) as customer_note, tags_of(b) as tags`
}

/** Returns SQL for the same columns without content, for programs, which get no notes. */
export function emptyNoteColumns(sql: Queryable) {
  return sql`'' as staff_notes, '' as customer_note, '{}'::text[] as tags`
}
