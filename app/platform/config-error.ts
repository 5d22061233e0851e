/** Thrown with one line for each invalid setting. */
export class ConfigError extends Error {}

/** Returns the error for one setting: its name and what is wrong. */
export function invalidSetting(line: string): ConfigError {
  return new ConfigError(`These settings are not valid:\n  ${line}`)
}
