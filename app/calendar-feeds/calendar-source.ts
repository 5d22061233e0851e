import { formatCount } from '../platform/counts.ts'

export const sourceProblems = {
  unknown_host: 'There is no server with that name.',
  not_public: 'This address does not lead to the public internet.',
  unreachable: 'We could not reach the server.',
  slow: 'The server took longer than five seconds.',
  large: 'The calendar is larger than 16 MB, or its coming entries are larger than 2 MB.',
  redirects: 'The address redirects more than three times.',
  refused: 'The server refused to send the calendar. Its address may have changed.',
  unreadable: 'The answer is not a calendar we can read, or its last line is missing.',
  endless: 'Its entries repeat too often.',
} as const

/** Why a calendar could not be imported. */
export type SourceProblem = keyof typeof sourceProblems

export const sourceProblemNames = Object.keys(sourceProblems) as [SourceProblem, ...SourceProblem[]]

/** An entry that staff must check. `endless`: it repeats too often. `line` is that of its BEGIN:VEVENT. */
export type NamedEntry = {
  problem: 'unread' | 'endless' | 'unknown_zone'
  title: string | null
  line: number
  /** Only for `unknown_zone`: the name that means nothing to us. */
  zone: string | null
}

/** What the last reading of a calendar found: how many entries it has, and which of them staff must check. */
export type ReadReport = {
  entries: number
  unread: number
  unknown_zones: number
  named_entries: NamedEntry[]
}

/** How many entries a report names. */
export const maxNamed = 20

/** Whether a reading has nothing to tell staff. */
export function isComplete({ unread, unknown_zones }: ReadReport): boolean {
  return unread + unknown_zones === 0
}

/** How many entries a sentence names. */
const maxInSentence = 5

/** Returns what staff are told about a reading, as sentences. */
export function reportSentences({ entries, unread, unknown_zones, named_entries }: ReadReport): string[] {
  const [zones, others] = [true, false].map((is) =>
    named_entries.filter(({ problem }) => (problem === 'unknown_zone') === is),
  )
  const unreadSentence = `${formatCount(unread)} of ${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'} could not be read: ${listEntries(others, unread)}.`
  const zoneSentence = `${unknown_zones === 1 ? '1 entry is' : `${formatCount(unknown_zones)} entries are`} in a time zone that we do not know, so we read the times as London time: ${listEntries(zones, unknown_zones)}.`
  return [...(unread > 0 ? [unreadSentence] : []), ...(unknown_zones > 0 ? [zoneSentence] : [])]
}

function listEntries(some: NamedEntry[] = [], total: number): string {
  const listed = some.slice(0, maxInSentence).map(({ title, line, problem, zone }) => {
    const reason = problem === 'endless' ? ' (it repeats too often)' : zone === null ? '' : ` (${zone})`
    return `${title ?? 'without a title'}, line ${line}${reason}`
  })
  return [
    ...listed,
    ...(total > listed.length ? [`and ${formatCount(total - listed.length)} more`] : []),
  ].join('; ')
}

/** Returns the host of a URL. The rest of the URL is a secret that a screen need not show. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

/** How many calendars a vineyard may have. */
export const maxSources = 20

/** How many days ahead a calendar closes. */
export const sourceDays = 400

const minute = 60_000
const pause = 15 * minute
const longestPause = 24 * 60 * minute

/**
 * Returns the milliseconds until the next check: 15 minutes, doubled for each failure in a row, at most a day.
 * `chance` (0–1) varies it by a fifth, so that calendars added together spread out.
 */
export function checkPause(failures: number, chance: number): number {
  return Math.round(Math.min(pause * 2 ** failures, longestPause) * (0.8 + 0.4 * chance))
}

/** Returns a pasted address with https: in place of webcal:. */
export function calendarAddress(text: string): string {
  return text.trim().replace(/^webcals?:/i, 'https:')
}
