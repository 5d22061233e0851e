import { useState } from 'react'

/** An act about a row. `now` is the row as it is, read after a refusal. */
type RowAct<Row> = { failed: boolean; about: string; now?: Row | null }

/**
 * The rows of a list, and above them the one that a refused act was about where the list holds it no more: a colleague was
 * faster, or it fits the filter no longer. It stands there as it is now, and what was typed in it stays.
 */
export function usePinned<Row extends { id: string }>(rows: Row[], act: RowAct<Row> | undefined): Row[] {
  const id = act?.failed ? act.about : undefined
  const [seen, setSeen] = useState<{ rows: Row[]; last: Row | undefined }>({ rows, last: undefined })
  if (seen.rows !== rows)
    setSeen({ rows, last: [...rows, ...seen.rows, seen.last].find((row) => row?.id === id) })
  const { last } = seen
  if (last === undefined || last.id !== id || rows.some((row) => row.id === id)) return rows
  return [act?.now ?? last, ...rows]
}
