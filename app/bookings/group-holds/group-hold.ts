import type { z } from 'zod'

import { countOf } from '../../platform/text/counts.ts'
import { clockOf, formatTime, formatDayInList } from '../../platform/days.ts'
import type { groupHoldShape } from './group-hold.shapes.ts'

/** A group hold as the API sends it. */
export type GroupHold = z.infer<typeof groupHoldShape>

/** The hour at which a group hold ends on its last day. In a session that begins earlier, the hold ends at the start. */
export const holdsEndAt = '18:00'

/** Returns the end of a group hold as text: 'Fri 4 Dec, 6 PM'. */
export function untilSentence(expires_at: string): string {
  const [day = '', time = ''] = clockOf(new Date(expires_at)).split('T')
  return `${formatDayInList(day)}, ${formatTime(time)}`
}

/** Returns a session's places for a group as text: '12 places held for Coach party until Fri 4 Dec, 6 PM'. */
export function heldSentence({
  name,
  number_of_guests,
  expires_at,
}: Pick<GroupHold, 'name' | 'number_of_guests' | 'expires_at'>): string {
  return `${countOf(number_of_guests, 'place')} held for ${name} until ${untilSentence(expires_at)}`
}

/** Why places were not held for a group. */
export const groupHoldSentences = {
  late: 'Choose an end in the next 90 days, and sessions that have not begun.',
  other: 'This was already sent with other details. Check the list of held places.',
  changed: 'Someone else has changed these places in the meantime.',
  ended: 'These places are no longer held. Book the group like any other guest.',
  not_found: 'Held places not found',
} as const
