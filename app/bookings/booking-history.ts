import { type Day, formatDay, formatTime, type Time } from '../platform/days.ts'
import { type Attendance, attendanceLabels } from './attendance.ts'
import { type BookingStatus, statusFaces } from './booking.ts'

/** Something that happened to a booking, as the API tells it. */
export type HistoryEntry = {
  kind: string
  actor: 'guest' | 'winemaker' | 'admin' | 'system'
  actor_name: string | null
  changes: Record<string, [unknown, unknown]>
}

/** What happened, in words: 'Moved to Sunday 14 June 2026, 2:00 PM'. */
export function historyOf({ kind, actor, changes }: HistoryEntry): string {
  switch (kind) {
    case 'created':
      return actor === 'winemaker' || actor === 'admin' ? 'Taken by phone or at the gate' : 'Booked'
    case 'status':
      return statusSentence(changes.status?.[1] as BookingStatus | undefined)
    case 'moved':
      return movedSentence(changes)
    case 'overbooked':
      return 'Overbooked on purpose'
    case 'marked':
      return markSentence(changes.attendance?.[1] as Attendance | null | undefined)
    default:
      return kind
  }
}

function statusSentence(status: BookingStatus | undefined): string {
  return status === undefined ? 'Another status' : statusFaces[status].label
}

function markSentence(mark: Attendance | null | undefined): string {
  return mark ? attendanceLabels[mark] : 'Check-in undone'
}

function movedSentence(changes: HistoryEntry['changes']): string {
  const day = changes.booking_date?.[1] as Day | undefined
  const time = changes.start_time?.[1] as Time | undefined
  const when = [day && formatDay(day), time && formatTime(time)].filter(Boolean).join(', ')
  const [before, after] = changes.number_of_guests ?? []
  const said = [
    when && `Moved to ${when}`,
    after !== undefined && `${String(before)} guests became ${String(after)}`,
  ]
  return said.filter(Boolean).join('; ') || 'Moved'
}

/** Who did it. */
export function actorOf({ actor, actor_name }: HistoryEntry): string {
  if (actor === 'guest') return 'the guest'
  if (actor === 'system') return 'by itself'
  return actor_name ?? 'somebody who has left'
}

const mailNames: Record<string, string> = {
  received: 'Booking received',
  confirmed: 'Booking confirmed',
  cancelled: 'Booking cancelled',
  moved: 'Booking moved',
  reminder: 'Reminder',
  thank_you: 'Thank you',
  vineyard_booked: 'New booking, to the vineyard',
  vineyard_cancelled: 'Cancellation, to the vineyard',
  vineyard_moved: 'Move, to the vineyard',
  vineyard_message: 'Message from the vineyard',
}

export function mailName(email_type: string): string {
  return mailNames[email_type] ?? email_type.replaceAll('_', ' ')
}

const mailStates: Record<string, string> = {
  waiting: 'waiting to be sent',
  sending: 'being sent',
  sent: 'sent',
  failed: 'failed, will be tried again',
  dead: 'could not be delivered',
  kept: 'kept in the email log, not sent',
  superseded: 'out of date, not sent',
}

export function mailStateName(state: string): string {
  return mailStates[state] ?? state
}
