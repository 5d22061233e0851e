import type { Difference, EditRefused } from '../ui/forms/edit-form.tsx'

/** The result of saving a form. `saved_at` is a time by `performance.now()`, or null if nothing was saved. */
export type SaveResult<Version> = EditRefused & {
  saved_at: number | null
  /** The saved version, with which the next save is compared. */
  saved: Version | null
  /** Whether the saved version includes somebody else's changes, which the fields do not show yet. */
  is_merged: boolean
  fields: Record<string, string>
}

/** Returns the result of a save. `merged` is the version that includes somebody else's changes, if there are any. */
export function savedAs<Version>(own: Version, merged: Version | null): SaveResult<Version> {
  const [saved_at, is_merged] = [performance.now(), merged !== null]
  return { saved_at, saved: merged ?? own, is_merged, message: null, fields: {}, conflict: null }
}

/** Returns the result of a save that was refused. */
export function notSaved(
  message: string | null,
  fields: Record<string, string> = {},
  conflict: EditRefused['conflict'] = null,
): SaveResult<never> {
  return { saved_at: null, saved: null, is_merged: false, message, fields, conflict }
}

/** Returns the draft's values of the fields that differ from the opened version. Ignores line endings and spaces at both ends. */
export function changedFields<Draft>(
  fields: readonly (keyof Draft)[],
  opened: Draft,
  draft: Draft,
): Partial<Draft> {
  const plain = (value: unknown) =>
    (Array.isArray(value) ? JSON.stringify(value) : String(value ?? '')).replaceAll('\r\n', '\n').trim()
  const changes: Partial<Draft> = {}
  for (const field of fields) if (plain(opened[field]) !== plain(draft[field])) changes[field] = draft[field]
  return changes
}

/** Returns the fields that somebody else changed after a form was opened. `textOf` returns a field's text. */
export function differencesIn<Field extends string, Draft>(
  labels: Record<Field, string>,
  textOf: (draft: Draft, field: Field) => string,
  { opened, theirs, mine }: Record<'opened' | 'theirs' | 'mine', Draft>,
): Difference[] {
  return (Object.keys(labels) as Field[]).flatMap((field) => {
    const [before, saved] = [textOf(opened, field), textOf(theirs, field)]
    return before === saved
      ? []
      : [{ label: labels[field], before, theirs: saved, mine: textOf(mine, field) }]
  })
}
