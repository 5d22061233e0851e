/**
 * Calendar source: somebody else's calendar whose busy times close a vineyard's slots, or those of one experience. It is
 * asked again and again; what it said last holds until it says something else.
 */
export type CalendarSource = {
  id: string
  vineyard_id: string
  experience_id: string | null
  url: string
  added_at: Date
  checked_at: Date | null
  /** When it last answered with a calendar that could be read, changed or not. */
  succeeded_at: Date | null
  next_check_at: Date
  /** How often in a row it failed, and why the last time. */
  failures: number
  problem: SourceProblem | null
  /** How many spans of days and hours it closes now. */
  closes: number
}

export const sourceProblems = {
  unknown_host: 'There is no server of that name.',
  not_public: 'This address does not lead to the public internet.',
  unreachable: 'The server can not be reached.',
  slow: 'The server took longer than five seconds.',
  large: 'The calendar is larger than 2 MB.',
  redirects: 'The address leads on more than three times.',
  refused: 'The server did not hand out the calendar: its address may have been renewed.',
  unreadable: 'What came is no calendar that can be read.',
  endless: 'Its entries repeat too often to be reckoned.',
} as const

/** Why a calendar could not be taken in. */
export type SourceProblem = keyof typeof sourceProblems

/** How many a vineyard may have, and how many days ahead they close. */
export const mostSources = 20
export const sourceDays = 400

const minute = 60_000
const pause = 15 * minute
const longestPause = 24 * 60 * minute

/**
 * Milliseconds until a source is asked again: about a quarter of an hour, after each failure in a row twice as long, a day
 * at most. A fifth more or less by `chance` (0 to 1) keeps those that were added together apart.
 */
export function pauseBefore(failures: number, chance: number): number {
  return Math.round(Math.min(pause * 2 ** failures, longestPause) * (0.8 + 0.4 * chance))
}

/** An address as people paste it: calendars call theirs webcal:, which is https: by another name. */
export function calendarAddress(text: string): string {
  return text.trim().replace(/^webcals?:/i, 'https:')
}
