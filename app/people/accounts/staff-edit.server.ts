import type { Context } from 'hono'
import { z } from 'zod'

import type { JSONValue } from 'postgres'

import type { ApiVariables } from '../../platform/app-dependencies.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { type GuestActor, type KeyActorAt, vineyardScope, type Staff } from '../sign-in/actor.ts'
import { seenVersion, setVersion, stale, version } from '../../platform/api/version.server.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'

/** A kind of row that staff edit: its table, its name in the audit log, and the column that holds its vineyard. */
export type Noun = { table: string; noun: string; of_vineyard: 'id' | 'vineyard_id' | null }

/** The new values by column. A column whose new value is undefined stays unchanged. */
export type ColumnValues = Record<string, string | number | boolean | object | null | undefined>

/** Why a row was not edited. If the kind is `refused`, `by` is the name of the violated constraint. */
export type RowEditProblem =
  | { kind: Exclude<SqlEnums['row_problem'], 'refused'> }
  | { kind: 'refused'; by: string }

type SqlAnswer = { problem: SqlEnums['row_problem'] | null; refused_by: string }

/** Adds a row and its audit entry. A vineyard out of scope is reported as missing. */
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
  const added = await rowFrom(sql)<{
    problem: SqlEnums['row_addition_problem'] | null
    id: string
    refused_by: string
  }>`
    select * from add_row(${table}, ${noun}, ${of_vineyard}, ${sql.json(row as JSONValue)}, ${actor}, ${actor_id}, ${now})`
  const { problem: kind, id, refused_by } = added
  return kind === null ? ok({ id }) : refused({ kind, by: refused_by })
}

/** Changes a row in scope. A `seen` version must be the current version. One statement checks, changes and audits. */
export async function changeRow(
  sql: Queryable,
  { table, noun, of_vineyard }: Noun,
  id: string,
  changes: ColumnValues,
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const changed = await rowFrom(sql)<SqlAnswer & { version: string }>`
    select * from change_row(
      ${table}, ${noun}, ${of_vineyard}, ${id}, ${sql.json(changes as JSONValue)}, ${seen}, ${vineyard_id},
      ${actor}, ${actor_id}, ${now}
    )`
  const { problem, version, refused_by } = changed
  return problem === null ? ok({ version }) : refused(problemOf(problem, refused_by))
}

/** Deletes a row in scope that no other row refers to. */
export async function removeRow(
  sql: Queryable,
  { table, noun, of_vineyard }: Noun,
  id: string,
  { by, seen }: { by: Staff; seen: string | null },
  now: Date,
): Promise<Result<undefined, RowEditProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const removed = await rowFrom(sql)<SqlAnswer>`
    select * from remove_row(
      ${table}, ${noun}, ${of_vineyard}, ${id}, ${seen}, ${vineyard_id}, ${actor}, ${actor_id}, ${now}
    )`
  const { problem, refused_by } = removed
  return problem === null ? ok(undefined) : refused(problemOf(problem, refused_by))
}

function problemOf(kind: SqlEnums['row_problem'], by: string): RowEditProblem {
  return kind === 'refused' ? { kind, by } : { kind }
}

/**
 * The messages about a kind of row: one for a missing row, and one for each violated constraint, with the field that is wrong.
 */
export type Sentences = {
  absent: string
  /** The message when a row cannot be deleted because other rows refer to it. */
  in_use?: string
  refusals?: Record<string, { field: string; message: string; status?: 404 | 409 | 422 }>
}

export const changedShape = z.object({ version })

type StaffEnv = { Variables: ApiVariables & { by: Staff } }

/** Answers 200 with a row, and with its version as ETag, or 404 if there is no row. */
export function answerRow<Row extends { version: string }>(c: Context, row: Row | undefined, absent: string) {
  if (!row) return problem(c, 404, absent)
  setVersion(c, row)
  return c.json(row)
}

/** Adds a row for the caller, and answers like `answerMade`. */
export async function addAndAnswer<Env extends StaffEnv>(
  c: Context<Env>,
  noun: Noun,
  row: ColumnValues,
  path: string,
  sentences: Sentences,
) {
  const { sql, by, now } = c.var
  return answerMade(c, await addRow(sql, noun, row, { by }, now()), path, sentences)
}

/** Changes the row whose id is in the URL if its version is that of `If-Match`, and answers like `answerChanged`. */
export async function changeAndAnswer<Env extends StaffEnv>(
  c: Context<Env>,
  noun: Noun,
  changes: ColumnValues,
  sentences: Sentences,
) {
  const { sql, by, now } = c.var
  const edit = { by, seen: seenVersion(c) }
  return answerChanged(
    c,
    await changeRow(sql, noun, c.req.param('id') ?? '', changes, edit, now()),
    sentences,
  )
}

/** Deletes the row whose id is in the URL if its version is that of `If-Match`, and answers like `answerRemoved`. */
export async function removeAndAnswer<Env extends StaffEnv>(
  c: Context<Env>,
  noun: Noun,
  sentences: Sentences,
) {
  const { sql, by, now } = c.var
  const edit = { by, seen: seenVersion(c) }
  return answerRemoved(c, await removeRow(sql, noun, c.req.param('id') ?? '', edit, now()), sentences)
}

/** Answers 201 with the address of the new row, or answers with the refusal. */
export function answerMade<Made extends { id: string }>(
  c: Context,
  made: Result<Made, RowEditProblem>,
  path: string,
  sentences: Sentences,
) {
  if (!made.ok) return refuseEdit(c, made.problem, sentences)
  return c.json(made.value, 201, { Location: `${path}/${made.value.id}` })
}

/** Answers with the new version in the body and as ETag, or answers with the refusal. */
export function answerChanged(
  c: Context,
  changed: Result<{ version: string }, RowEditProblem>,
  sentences: Sentences,
) {
  if (!changed.ok) return refuseEdit(c, changed.problem, sentences)
  return c.json(changed.value, 200, { ETag: `"${changed.value.version}"` })
}

/** Answers 204, or says why the row cannot be deleted. */
export function answerRemoved(c: Context, removed: Result<undefined, RowEditProblem>, sentences: Sentences) {
  if (removed.ok) return c.body(null, 204)
  if ('by' in removed.problem && sentences.in_use) return problem(c, 409, sentences.in_use)
  return refuseEdit(c, removed.problem, sentences)
}

/** Answers with the reason why an edit was refused. A violated constraint without a message is a bug, so the function throws. */
export function refuseEdit(c: Context, refusal: RowEditProblem, { absent, refusals = {} }: Sentences) {
  switch (refusal.kind) {
    case 'absent':
      return problem(c, 404, absent)
    case 'stale':
      return stale(c)
    case 'refused': {
      const known = refusals[refusal.by]
      if (!known) throw new Error(`No message for the constraint ${refusal.by}`)
      const { field, message, status = 422 } = known
      return refuseField(c, field, message, status)
    }
  }
}

/** The error code with which `require_works_at` fails. */
const worksElsewhere = 'CV002'

/**
 * Returns an SQL condition that fails with an error if the winemaker has left the vineyard, or if the API key no longer has
 * access to it. Statements that write an audit entry or a booking event do not need the condition: triggers check the same.
 */
export function isStillThere(sql: Queryable, by: Staff | KeyActorAt | GuestActor) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return sql`(select require_works_at(${actor}, ${actor_id}, ${vineyard_id}))`
}

/** Returns whether an error means that, since the request began, the winemaker or the API key lost access. */
export function hasLeft(error: unknown): boolean {
  return (error as { code?: string }).code === worksElsewhere
}
