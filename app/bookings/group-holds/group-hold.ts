import type { z } from 'zod'

import { countOf } from '../../platform/text/counts.ts'
import { clockOf, formatTime, formatDayInList } from '../../platform/days.ts'
import type { groupHoldShape } from './group-hold.shapes.ts'

/** A group hold as the API sends it. */
export type GroupHold = z.infer<typeof groupHoldShape>

/** The hour at which a group hold ends on its last day. In a session that begins earlier, the hold ends at the start. */
export const holdsEndAt = '18:00'

/** The number of days from today on which a group hold may end. `create_group_hold` in SQL refuses later days. */
export const maxDaysHeld = 90

/** Returns the true end of a group hold as text: its last day at 6 PM, or the start of its last session if that is earlier. */
export function heldUntil({
  expires_at,
  sessions,
}: Pick<GroupHold, 'expires_at'> & {
  sessions: Pick<GroupHold['sessions'][number], 'slot_date' | 'start_time'>[]
}): string {
  const end = clockOf(new Date(expires_at))
  const starts = sessions
    .map(({ slot_date, start_time }) => `${slot_date}T${start_time.slice(0, 5)}`)
    .toSorted()
  const last = starts.at(-1) ?? end
  const latest = untilClock(last < end ? last : end)
  return starts.length > 1 && (starts[0] ?? end) < end
    ? `until each session begins, at the latest ${latest}`
    : `until ${latest}`
}

/** Returns a time in London as text: 'Fri 4 Dec 2026, 6:00 PM'. */
function untilClock(clock: string): string {
  const [day = '', time = ''] = clock.split('T')
  return `${formatDayInList(day)}, ${formatTime(time)}`
}

/** Returns a session's places for a group as text: '12 places held for Coach party until Fri 4 Dec 2026, 6:00 PM'. */
export function heldSentence(hold: Pick<GroupHold, 'name' | 'number_of_guests' | 'expires_at'>): string {
  const until = untilClock(clockOf(new Date(hold.expires_at)))
  return `${countOf(hold.number_of_guests, 'place')} held for ${hold.name} until ${until}`
}

/** Why places were not held for a group. */
export const groupHoldSentences = {
  late: `Choose an end in the next ${maxDaysHeld} days, and sessions that have not begun.`,
  other: 'This form was already sent with other details. Check the list of held places.',
  changed: 'Someone else has changed these places in the meantime.',
  ended: 'These places are no longer held. Book the group like any other guest.',
  not_found: 'Held places not found',
} as const
