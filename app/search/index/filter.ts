import { anyMatches, type ExperienceFilter } from './matches.ts'

// Each of these keeps some rows of many in their order. They write what they keep to the beginning of `found`, which may be
// where the rows stand, and tell how many that are. What is not kept is overwritten by the next, without a branch that a
// processor would guess wrongly as often as not.

/** Those whose mark is odd. */
export function marked(rows: Int32Array, marks: Uint8Array, found: Int32Array): number {
  let kept = 0
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    found[kept] = row
    kept += (marks[row] ?? 0) & 1
  }
  return kept
}

/** Those whose mark is even. */
export function unmarked(rows: Int32Array, marks: Uint8Array, found: Int32Array): number {
  let kept = 0
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    found[kept] = row
    kept += ((marks[row] ?? 0) & 1) ^ 1
  }
  return kept
}

/** Those that have a code. */
export function coded(rows: Int32Array, codes: Int32Array, code: number, found: Int32Array): number {
  let kept = 0
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    found[kept] = row
    kept += codes[row] === code ? 1 : 0
  }
  return kept
}

/** Those of which one experience suits; `parts` says where theirs begin in `offers`. */
export function suited(
  rows: Int32Array,
  parts: Int32Array,
  offers: Int32Array,
  filter: ExperienceFilter,
  found: Int32Array,
): number {
  let kept = 0
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    found[kept] = row
    kept += anyMatches(offers, parts[row] ?? 0, filter) ? 1 : 0
  }
  return kept
}
