/** An outcome the caller must look at. Throw only for what no visitor can put right. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem }

export function ok<Value>(value: Value) {
  return { ok: true, value } as const
}

export function refused<const Problem>(problem: Problem) {
  return { ok: false, problem } as const
}
