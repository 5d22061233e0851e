import { formatTime } from '../../platform/days.ts'
import { countOf } from '../../platform/text/counts.ts'

/** Another session of a host, with the number of its guests. */
export type OtherSession = { title: string; start_time: string; guests: number }

/** Why a session with `needed` places does not fit at another time: too few places, held places, or the host. */
export type SessionClash = {
  needed: number
  left: number
  groups: { name: string; number_of_guests: number }[] | null
  host: string | null
  host_capacity: number | null
  others: OtherSession[] | null
}

/** Returns why a session does not fit: 'Only 3 places are left at that time, but 8 are needed.' */
export function sessionClashSentence({
  needed,
  left,
  groups,
  host,
  host_capacity,
  others,
}: SessionClash): string {
  if (left >= needed && host !== null) return hostClashSentence(host, host_capacity ?? 0, others ?? [])
  const held = (groups ?? []).map((group) => `${group.name} (${countOf(group.number_of_guests, 'guest')})`)
  const places = left > 0 ? `Only ${countOf(left, 'place is', 'places are')}` : 'No places are'
  const heldFor = held.length > 0 ? ` Places are held for ${held.join(', ')}.` : ''
  return `${places} left at that time, but ${needed} are needed.${heldFor}`
}

/** Returns 'Ann can take 8 people at once, and already has Cellar tour at 2:30 PM (6 guests).' */
export function hostClashSentence(host: string, capacity: number, others: OtherSession[]): string {
  const takes = `${host} can take ${countOf(capacity, 'person', 'people')} at once`
  if (others.length === 0) return `${takes}, but this session has more.`
  const sessions = others.map(
    ({ title, start_time, guests }) => `${title} at ${formatTime(start_time)} (${countOf(guests, 'guest')})`,
  )
  return `${takes}, and already has ${sessions.join(' and ')}.`
}

/** Why a session was not moved, or why its move was not undone. */
export const sessionMoveSentences = {
  absent: 'Session not found',
  gone: 'This time cannot be used. The session is no longer planned, or the time does not exist because the clocks go forward.',
  unchanged: 'This is the time that the session has now. Choose another time.',
  empty: 'Nobody is left to move: no party is expected, and no places are held.',
  past: 'This time has passed, so nobody would be emailed about the move. Move the session anyway?',
  not_moved: 'This move was undone already',
  late: 'It is too late to undo this: the guests are being emailed. You can move the session again.',
  full: 'Not undone: others have taken the places at the original time.',
} as const
