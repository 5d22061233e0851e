/** An outcome that the caller must check. Throw only for failures that no visitor can correct. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem }

export function ok<Value>(value: Value) {
  return { ok: true, value } as const
}

export function refused<const Problem>(problem: Problem) {
  return { ok: false, problem } as const
}
