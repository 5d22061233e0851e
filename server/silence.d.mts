/** In milliseconds. */
export type SilenceLimits = { cpu: number; wallClock: number; wallClockOnly: number }

export const silenceLimits: SilenceLimits

export function measureSilence(
  pid: number,
  interval: number,
  limits?: SilenceLimits,
): {
  restart(): void
  /** The limit that the silence has passed, such as "for 60 s"; undefined before. */
  check(): string | undefined
}
