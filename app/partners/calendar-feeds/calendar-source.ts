export const sourceProblems = {
  unknown_host: 'There is no server with that name.',
  not_public: 'This address does not lead to the public internet.',
  unreachable: 'We could not reach the server.',
  slow: 'The server took longer than five seconds.',
  large: 'The calendar is larger than 16 MB.',
  large_entries: 'The upcoming entries of the calendar are larger than 2 MB.',
  redirects: 'The address redirects more than three times.',
  refused: 'The server refused to send the calendar. Its address may have changed.',
  unreadable: 'The answer is not a calendar we can read, or its last line is missing.',
  endless: 'The upcoming entries and their repetitions close more than 10,000 periods.',
  complex: 'Reading the calendar takes more than ten seconds, or too much memory.',
} as const

/** Why a calendar could not be imported. */
export type SourceProblem = keyof typeof sourceProblems

export const sourceProblemNames = Object.keys(sourceProblems) as [SourceProblem, ...SourceProblem[]]

/** Returns the host of a URL. Screens do not show the rest of the URL, because it is a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

/** The most calendars that a vineyard can have. */
export const maxSources = 20

/** The most entries that the report of a calendar names. */
export const maxNamed = 20

/** The number of days ahead for which a calendar closes slots. */
export const sourceDays = 400

const minute = 60_000
const pause = 15 * minute
const longestPause = 24 * 60 * minute

/**
 * Returns the milliseconds until the next check: 15 minutes, doubled for each consecutive failure, but at most a day.
 * `chance` (0–1) varies the pause by a fifth, so that calendars that were added together are not checked together.
 */
export function checkPause(failures: number, chance: number): number {
  return Math.round(Math.min(pause * 2 ** failures, longestPause) * (0.8 + 0.4 * chance))
}

/** Returns a pasted address, with `webcal:` replaced by `https:`. */
export function calendarAddress(text: string): string {
  return text.trim().replace(/^webcals?:/i, 'https:')
}
