/** How long a process may be silent, in milliseconds. */
export type SilenceLimits = { cpu: number; wallClock: number; wallClockOnly: number }

export const silenceLimits: SilenceLimits

export function measureSilence(
  pid: number,
  interval: number,
  limits?: SilenceLimits,
): {
  restart(): void
  /** Returns the limit that the silence has passed, such as "for 60 s", or undefined before that. */
  check(): string | undefined
}
