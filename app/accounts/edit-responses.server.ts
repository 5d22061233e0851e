import type { Context } from 'hono'
import { z } from 'zod'

import { stale, version } from '../platform/api/version.server.ts'
import { problem } from '../platform/http/problem.ts'
import type { Result } from '../platform/result.ts'
import type { RowEditProblem } from './staff-edit.server.ts'

/** What a noun says when there is none, and when a constraint of its table refuses: which field, and what would be right. */
export type Sentences = {
  absent: string
  /** Where something else still leans on what is to be deleted. */
  in_use?: string
  refusals?: Record<string, { field: string; message: string; status?: 404 | 409 | 422 }>
}

export const changedShape = z.object({ version })

/** Answers what came of making something: 201 with its address. */
export function answerMade<Made extends { id: string }>(
  c: Context,
  made: Result<Made, RowEditProblem>,
  path: string,
  sentences: Sentences,
) {
  if (!made.ok) return refuseEdit(c, made.problem, sentences)
  return c.json(made.value, 201, { Location: `${path}/${made.value.id}` })
}

/** Answers what came of a change: the new version, as ETag too. */
export function answerChanged(
  c: Context,
  changed: Result<{ version: string }, RowEditProblem>,
  sentences: Sentences,
) {
  if (!changed.ok) return refuseEdit(c, changed.problem, sentences)
  return c.json(changed.value, 200, { ETag: `"${changed.value.version}"` })
}

/** Answers what came of deleting something: 204, or why it has to stay. */
export function answerRemoved(c: Context, removed: Result<undefined, RowEditProblem>, sentences: Sentences) {
  if (removed.ok) return c.body(null, 204)
  if ('by' in removed.problem && sentences.in_use) return problem(c, 409, sentences.in_use)
  return refuseEdit(c, removed.problem, sentences)
}

/** A constraint that a noun has no words for is a fault of ours, and is thrown. */
export function refuseEdit(c: Context, refusal: RowEditProblem, { absent, refusals = {} }: Sentences) {
  if (!('by' in refusal)) return refusal.kind === 'absent' ? problem(c, 404, absent) : stale(c)
  const known = refusals[refusal.by]
  if (!known) throw new Error(`No words for the constraint ${refusal.by}`)
  const { field, message, status = 422 } = known
  return problem(c, status, message, { fields: [{ field, message }] })
}
