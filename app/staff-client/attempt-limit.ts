/** So many tries at once, then pauses that double from `pause` to `longest` seconds, forgotten `memory` seconds after. */
export type AttemptLimit = { free: number; pause: number; longest: number; memory: number }
