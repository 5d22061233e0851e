import type { z } from 'zod'

import { formatCount } from '../../platform/text/counts.ts'
import type { reportShape } from './calendar-source.shapes.ts'

/** The result of a calendar's last reading: the number of its entries, and the entries that staff must check. */
export type ReadReport = z.infer<typeof reportShape>
/**
 * An entry that staff must check. `endless`: the entry repeats too often. `line`: the line with its BEGIN:VEVENT. `zone`: the
 * name of the unknown time zone, only for the problem `unknown_zone`.
 */
export type NamedEntry = ReadReport['named_entries'][number]

/** Returns whether all entries were read, so that there is nothing to tell staff. */
export function isComplete({ unread, unknown_zones }: ReadReport): boolean {
  return unread + unknown_zones === 0
}

/** The most entries that a sentence names. */
const maxInSentence = 5

/** Returns the sentences that staff see about a reading. */
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
