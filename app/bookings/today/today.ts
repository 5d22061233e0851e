import type { z } from 'zod'

import { statusDetails } from '../booking.ts'
import { guestNeedles, guestSearchText, holdsNeedles } from '../guest-search.ts'
import { clockOf, dayOf, formatTime } from '../../platform/days.ts'
import type { StoredEntry } from '../../staff-client/today-storage.ts'
import type { partyToday, todayList } from './today.shapes.ts'

/** Today's list as the API sends it, with instants as text. */
export type TodayList = z.infer<typeof todayList>
export type TodayParty = z.infer<typeof partyToday>
export type SessionToday = TodayList['sessions'][number]
export type SaleToday = TodayList['sales'][number]

/** Today's list as stored on the device. `clock_offset`: how many ms the server's clock is ahead of the device's clock. */
export type KeptDay = TodayList & { read_at: string; clock_offset: number }

/** Returns how many ms the server's clock is ahead, if the server read it halfway between sending and receiving. */
export function clockOffset(serverNow: string, sent: number, received: number): number {
  return Math.round(Date.parse(serverNow) - (sent + received) / 2)
}

export const isExpected = ({ status, called_off_at }: Pick<TodayParty, 'status' | 'called_off_at'>) =>
  statusDetails[status].takesPlaces && called_off_at === null

/** Returns whether a party's session has started by `now`, so that staff may mark the party as a no-show. */
export function hasStarted({ booking_date, start_time }: TodayParty, now: number): boolean {
  return `${booking_date}T${start_time ?? '00:00'}`.slice(0, 16) <= clockOf(new Date(now))
}

/** Returns the parties that match a text by name or reference, or that the server found by contact (`others`). */
export function searchParties(parties: TodayParty[], text: string, others: string[] = []): TodayParty[] {
  if (text.trim() === '') return parties
  const needles = guestNeedles(text)
  return parties.filter(
    (party) => others.includes(party.reference) || holdsNeedles(guestSearchText(party), needles),
  )
}

/** A session with its parties. Cancelled parties are last. */
export type Group = Pick<SessionToday, 'title' | 'start_time' | 'end_time' | 'group_holds' | 'host'> & {
  key: string
  parties: TodayParty[]
}

/** Groups parties by session, sorted by time. Parties that are still here from the evening before are first. */
export function groupBySession(
  list: Pick<TodayList, 'today' | 'sessions' | 'experiences'>,
  parties: TodayParty[],
): Group[] {
  const groups = list.sessions.map(
    ({ experience_id, slot_date, start_time, end_time, title, group_holds, host }) => ({
      host,
      group_holds,
      key: [experience_id, slot_date, start_time].join(' '),
      title,
      start_time,
      end_time,
      parties: parties
        .filter(
          (party) =>
            party.experience_id === experience_id &&
            party.booking_date === slot_date &&
            party.start_time === start_time,
        )
        .toSorted((a, b) => Number(isExpected(b)) - Number(isExpected(a))),
    }),
  )
  const listed = new Set(groups.flatMap((group) => group.parties))
  const rest = parties.filter((party) => !listed.has(party))
  const staying = rest.filter((party) => party.booking_date < list.today && isExpected(party))
  const ofToday = rest.filter((party) => party.booking_date === list.today)
  // A walk-in that was not sent yet has no reference. A session made for it exists only after the server has stored both.
  const isUnsent = (party: TodayParty) => party.reference === party.walk_in_key
  const others = ofToday.filter((party) => !isUnsent(party))
  const ownGroups = list.experiences.map(({ id, title }) => ({
    ...extraGroup(
      title,
      ofToday.filter((party) => isUnsent(party) && party.experience_id === id),
    ),
    key: `unsent ${id}`,
  }))
  return [
    ...(staying.length > 0 ? [extraGroup('Still here from last night', staying)] : []),
    ...groups,
    ...ownGroups.filter((group) => group.parties.length > 0),
    ...(others.length > 0 ? [extraGroup('No longer planned', others)] : []),
  ]
}

function extraGroup(title: string, parties: TodayParty[]): Group {
  return { key: title, title, start_time: null, end_time: null, parties, group_holds: [], host: null }
}

/** Returns today's sessions that have not ended, which a walk-in can join. If all have ended, returns all sessions. */
export function sessionsForWalkIn({ today, sessions }: Pick<TodayList, 'today' | 'sessions'>, now: number) {
  const planned = sessions.filter(
    ({ id, slot_date, capacity }) => id !== null && slot_date === today && capacity !== null,
  )
  const time = clockOf(new Date(now)).slice(11)
  const open = planned.filter(
    ({ start_time, end_time }) =>
      !start_time || !end_time || end_time <= start_time || end_time.slice(0, 5) > time,
  )
  return open.length > 0 ? open : planned
}

/** How long after its start a session is still the usual choice for a walk-in, in milliseconds. */
const graceForWalkIn = 15 * 60_000

/** Returns the session that began at most 15 minutes ago or begins next, or else the session that began last. */
export function usualForWalkIn<Some extends Pick<SessionToday, 'start_time'>>(
  sessions: Some[],
  { today }: Pick<TodayList, 'today'>,
  now: number,
): Some | undefined {
  const earliest = clockOf(new Date(now - graceForWalkIn))
  return (
    sessions.find(
      ({ start_time }) => start_time !== null && `${today}T${start_time}`.slice(0, 16) >= earliest,
    ) ?? sessions.at(-1)
  )
}

/** Returns for each experience a new session that begins now, for walk-ins on a day without open sessions. */
export function ownSessions(
  { today, experiences }: Pick<TodayList, 'today' | 'experiences'>,
  now: number,
): WalkInSession[] {
  const start_time = clockOf(new Date(now)).slice(11)
  return experiences.map(({ id: experience_id, title }) => ({
    id: `${today}T${start_time}`,
    experience_id,
    title,
    start_time,
    remaining: 0,
    host_guests: null,
  }))
}

/** A session that a walk-in joins. */
export type WalkInSession = Pick<
  SessionToday,
  'id' | 'experience_id' | 'title' | 'start_time' | 'remaining' | 'host_guests'
>

/** Returns the places left in a session, less this device's unsent walk-ins. The number is negative when overbooked. */
export function placesLeft({ id, remaining }: WalkInSession, entries: readonly StoredEntry[]): number {
  const waiting = entries.filter(
    ({ kind, refusal, body }) => kind === 'walk_in' && refusal === null && body.slot === id,
  )
  return waiting.reduce((left, { body }) => left - Number(body.number_of_guests), remaining)
}

/** Counts expected and arrived parties and guests. */
export function countArrivals(parties: TodayParty[]) {
  const expected = parties.filter(isExpected)
  const arrived = expected.filter(({ attendance }) => attendance === 'arrived')
  return {
    parties: expected.length,
    arrived: arrived.length,
    guests: expected.reduce((sum, party) => sum + party.number_of_guests, 0),
    here: arrived.reduce((sum, party) => sum + (party.arrived_guests ?? party.number_of_guests), 0),
  }
}

/** Returns the time of an instant in London, such as '10:02 AM'. */
export function timeInLondon(instant: string): string {
  return formatTime(clockOf(new Date(instant)).slice(11))
}

/** Returns whether the day of a stored list has ended in London, by this device's corrected clock. */
export function isOver({ today, clock_offset }: KeptDay, now: number): boolean {
  return dayOf(new Date(now + clock_offset)) !== today
}

const referenceFormat = /^CV-?([2-9A-HJKMNP-Z]{4})-?([2-9A-HJKMNP-Z]{2})$/

/** Returns the reference in a scanned code or typed text, or null if it contains no booking reference of this site. */
export function readReference(text: string): string | null {
  const [, first, last] = referenceFormat.exec(text.toUpperCase().replace(/\s/g, '')) ?? []
  return first && last ? `CV-${first}-${last}` : null
}
