import { createHash } from 'node:crypto'

import type { AdminActor } from '../../accounts/actor.ts'
import { formatCount } from '../../platform/counts.ts'
import type { Queryable, Sql } from '../../platform/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { readList, type ReadList } from './import.ts'
import { carryOut, planFor, takeTurn } from './import.server.ts'
import type { ImportPlan } from './import-plan.ts'
import { type ImportLine, type ImportPreview, longestList, type RowOutcome } from './import-preview.ts'

const problems = {
  large: 'That file is larger than 2 MB. Please split it.',
  long: `That list has more than ${formatCount(longestList.rows)} rows. Please split it.`,
  changed: 'The vineyards have changed since this was shown. Please look at it again.',
}
export type ImportRefusal = { kind: 'unreadable' | 'changed'; said: string }

/** A list as it was sent: the file's name and what is in it. */
export type SentList = { name: string; bytes: Uint8Array }

/** What a list would change, row by row. Nothing is written. */
export async function previewImport(
  sql: Queryable,
  sent: SentList,
): Promise<Result<ImportPreview, ImportRefusal>> {
  const list = readSent(sent)
  if (!list.ok) return list
  return ok(previewOf(list.value, await planFor(sql, list.value.entries)))
}

/**
 * Brings the good rows in, all or none. With `seen`, only if that is what the preview showed: somebody may have changed
 * or added a vineyard meanwhile.
 */
export async function importList(
  sql: Sql,
  sent: SentList,
  { by, seen }: { by: AdminActor; seen: string | null },
  now: Date,
): Promise<Result<ImportPreview, ImportRefusal>> {
  const list = readSent(sent)
  if (!list.ok) return list
  return sql.begin(async (transaction) => {
    await takeTurn(transaction)
    const plan = await planFor(transaction, list.value.entries)
    const preview = previewOf(list.value, plan)
    if (seen !== null && seen !== preview.plan)
      return refused({ kind: 'changed', said: problems.changed } as const)
    const { ids } = await carryOut(transaction, plan, { by, now })
    const keys = new Map(plan.outcomes.map(({ line, source_key }) => [line, source_key]))
    const rows = preview.rows.map((row) => ({
      ...row,
      vineyard_id: row.vineyard_id ?? ids.get(keys.get(row.line) ?? '') ?? null,
    }))
    return ok({ ...preview, rows })
  })
}

function readSent({ name, bytes }: SentList): Result<ReadList, ImportRefusal> {
  if (bytes.length > longestList.bytes) return refused({ kind: 'unreadable', said: problems.large })
  const list = readList(bytes, `import of ${name}`)
  if (!list.ok) return refused({ kind: 'unreadable', said: list.problem })
  const { entries, refusals } = list.value
  return entries.length + refusals.length > longestList.rows
    ? refused({ kind: 'unreadable', said: problems.long })
    : list
}

function previewOf({ refusals, ignored }: ReadList, plan: ImportPlan): ImportPreview {
  const rows: ImportLine[] = [
    ...plan.outcomes.map(({ line, name, outcome, vineyard_id, fills }) => ({
      line,
      name,
      outcome,
      vineyard_id,
      fills,
      reasons: [],
    })),
    ...[...refusals, ...plan.refusals].map((row) => ({
      ...row,
      outcome: 'refused' as const,
      vineyard_id: null,
      fills: [],
    })),
  ].toSorted((a, b) => a.line - b.line)
  const count = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome).length
  const counts = {
    new: count('new'),
    filled: count('filled'),
    unchanged: count('unchanged'),
    refused: count('refused'),
  }
  const plan_hash = createHash('sha256').update(JSON.stringify([plan.inserts, plan.fillings, rows]))
  return { rows, counts, ignored, plan: plan_hash.digest('base64url') }
}
