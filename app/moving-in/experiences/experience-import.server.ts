import { hash } from 'node:crypto'

import { type Staff, inScope } from '../../people/sign-in/actor.ts'
import { addRow, changeRow } from '../../people/accounts/staff-edit.server.ts'
import { experienceNoun } from '../../catalogue/experiences/experience.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { FileRefusal } from '../../platform/thread.server.ts'
import type { ExperienceColumn } from '../lists/columns.ts'
import { type ExperienceRow, type KnownExperience, planExperiences } from './experience-list.server.ts'
import { countOutcomes, type UploadedFile } from '../lists/list.server.ts'
import { readSentList } from '../lists/read-list.server.ts'
import type { z } from 'zod'
import { experienceOutcomes, type experiencePreview } from './experience-import.shapes.ts'

type Preview = z.infer<typeof experiencePreview>
type Refusal = FileRefusal | { kind: 'changed'; message: string }
type File = UploadedFile<ExperienceColumn>

/** Returns the outcome that an import would have for each row. Writes nothing. */
export async function previewExperiences(sql: Queryable, vineyard_id: string, file: File) {
  const planned = await planFor(sql, vineyard_id, file)
  return planned.ok ? ok(planned.value.preview) : planned
}

/**
 * Imports all valid rows or none. New experiences are not on sale. If the `plan` of a preview is given, refuses the import
 * when its outcome would now differ from the preview. Imports for one vineyard run one after the other.
 */
export async function importExperiences(
  sql: Sql,
  vineyard_id: string,
  file: File,
  { by, plan: expected }: { by: Staff; plan: string | null },
  now: Date,
): Promise<Result<Preview, Refusal>> {
  return inTransaction(sql, async (transaction) => {
    await transaction`select from vineyards where id = ${vineyard_id} for no key update`
    const planned = await planFor(transaction, vineyard_id, file)
    if (!planned.ok) return planned
    const { rows, preview } = planned.value
    if (expected !== null && expected !== preview.plan)
      return refused({
        kind: 'changed',
        message: 'The experiences have changed since this preview. Please check it again.',
      } as const)
    const ids = new Map<number, string>()
    for (const row of rows) {
      if (row.outcome === 'new') {
        const { values, external_reference } = row.row
        const created = { vineyard_id, ...values, external_reference, is_active: false }
        const added = await addRow(transaction, experienceNoun, created, { by }, now)
        if (!added.ok) throw new Error(`Line ${row.line} was refused: ${added.problem.by}`)
        ids.set(row.line, added.value.id)
      }
      if (row.outcome === 'changed') {
        const edit = { by, seen: null }
        const changed = await changeRow(transaction, experienceNoun, row.id, row.changes, edit, now)
        if (!changed.ok) throw new Error(`Line ${row.line} was refused: ${JSON.stringify(changed.problem)}`)
      }
    }
    return ok({
      ...preview,
      rows: preview.rows.map((row) => ({ ...row, id: row.id ?? ids.get(row.line) ?? null })),
    })
  })
}

async function planFor(sql: Queryable, vineyard_id: string, file: File) {
  const list = await readSentList('experiences', file)
  if (!list.ok) return list
  const { header, columns, read, broken } = list.value
  const known = await sql<KnownExperience[]>`
    select id, external_reference, title, description, type, duration_minutes, price_per_person, min_group_size,
      max_group_size, included
    from experiences where vineyard_id = ${vineyard_id}
    order by created_at, id`
  const entries = read.flatMap(({ result }): ExperienceRow[] => (Array.isArray(result) ? [] : [result]))
  const rows = planExperiences([...known], entries)
  const refusedRow = (line: number, name: string, notes: string[]) =>
    ({ line, name, outcome: 'refused', notes, id: null }) as const
  const shown: Preview['rows'] = [
    ...rows.map(({ line, name, outcome, notes, id }) => ({ line, name, outcome, notes, id })),
    ...read.flatMap(({ line, name, result }) =>
      Array.isArray(result) ? [refusedRow(line, name, result)] : [],
    ),
    ...broken.map(({ line, note }) => refusedRow(line, '', [note])),
  ].toSorted((a, b) => a.line - b.line)
  const counts = countOutcomes(experienceOutcomes, shown)
  const plan = hash('sha256', JSON.stringify(rows), 'base64url')
  return ok({ rows, preview: { header, columns, rows: shown, counts, plan } })
}

/** Returns the vineyard's id if the vineyard exists and is in scope. */
export async function findManaged(sql: Queryable, by: Staff, vineyard_id: string) {
  const [vineyard] = await sql<[{ id: string }?]>`
    select id from vineyards where id = ${vineyard_id} and ${inScope(sql, by, 'id')}`
  return vineyard?.id
}
