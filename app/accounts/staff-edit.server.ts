import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import { vineyardScope, type Staff } from './actor.ts'

/** A noun that staff edit row by row: its table, its name in the audit, and the column that says whose it is. */
export type Noun = { table: string; noun: string; of_vineyard: 'id' | 'vineyard_id' | null }

/** Columns and their new values; what is undefined stays. */
export type ColumnValues = Record<string, string | number | boolean | object | null | undefined>

/** `refused`: what the table does not allow, by the name of its constraint. */
export type RowEditProblem = { kind: 'absent' | 'stale' } | { kind: 'refused'; by: string }

type Answer = { problem: RowEditProblem['kind'] | null; refused_by: string }

/** Makes a row and its entry in the audit. A vineyard out of reach is told as one that is not there. */
export async function addRow(
  sql: Queryable,
  { table, noun, of_vineyard }: Noun,
  row: ColumnValues,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ id: string }, { kind: 'refused'; by: string }>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  if (vineyard_id !== null && (of_vineyard === null || row[of_vineyard] !== vineyard_id))
    return refused({ kind: 'refused', by: `${table}_vineyard_id_fkey` })
  const [made] = await retrying(
    sql,
    (sql) => sql<[Answer & { id: string }]>`
      select * from add_row(${table}, ${noun}, ${of_vineyard}, ${sql.json(given(row))}, ${actor}, ${actor_id}, ${now})`,
  )
  return made.problem === null ? ok({ id: made.id }) : refused({ kind: 'refused', by: made.refused_by })
}

/** Changes a row within reach; with `seen`, only if that is still its version. Check, change and audit are one statement. */
export async function changeRow(
  sql: Queryable,
  { table, noun, of_vineyard }: Noun,
  id: string,
  changes: ColumnValues,
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [changed] = await retrying(
    sql,
    (sql) => sql<[Answer & { version: string }]>`
      select * from change_row(
        ${table}, ${noun}, ${of_vineyard}, ${id}, ${sql.json(given(changes))}, ${seen}, ${vineyard_id},
        ${actor}, ${actor_id}, ${now}
      )`,
  )
  return changed.problem === null ? ok({ version: changed.version }) : problemOf(changed)
}

/** Deletes a row within reach that nothing else leans on. */
export async function removeRow(
  sql: Queryable,
  { table, noun, of_vineyard }: Noun,
  id: string,
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<undefined, RowEditProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [removed] = await retrying(
    sql,
    (sql) => sql<[Answer]>`
      select * from remove_row(
        ${table}, ${noun}, ${of_vineyard}, ${id}, ${seen}, ${vineyard_id}, ${actor}, ${actor_id}, ${now}
      )`,
  )
  return removed.problem === null ? ok(undefined) : problemOf(removed)
}

function problemOf({ problem, refused_by }: Answer): Result<never, RowEditProblem> {
  return refused(problem === 'refused' ? { kind: 'refused', by: refused_by } : { kind: problem ?? 'absent' })
}

function given(columns: ColumnValues) {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number
  >
}
