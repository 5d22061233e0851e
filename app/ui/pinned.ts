import { useState } from 'react'

/**
 * The rows of a list, and above them the one that a refused act was about (`id`) where the list holds it no more: a
 * colleague was faster, or it fits the filter no longer. What was typed in it stays.
 */
export function usePinned<Row extends { id: string }>(rows: Row[], id: string | undefined): Row[] {
  const [seen, setSeen] = useState<{ rows: Row[]; last: Row | undefined }>({ rows, last: undefined })
  if (seen.rows !== rows)
    setSeen({ rows, last: [...rows, ...seen.rows, seen.last].find((row) => row?.id === id) })
  const { last } = seen
  return last === undefined || last.id !== id || rows.some((row) => row.id === id) ? rows : [last, ...rows]
}
