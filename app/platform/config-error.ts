/** Thrown with one line for each setting that can not be used. */
export class ConfigError extends Error {}

/** For a single setting: its name and what is wrong with it. */
export function unusable(line: string): ConfigError {
  return new ConfigError(`These settings can not be used:\n  ${line}`)
}
