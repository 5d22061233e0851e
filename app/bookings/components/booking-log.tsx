import { Form } from 'react-router'

import { countOf } from '../../platform/text/counts.ts'
import { type Day, formatDay, formatMoment, formatTime, type Time } from '../../platform/days.ts'
import { formatPounds } from '../../platform/money.ts'
import { FormButton, HiddenFields } from '../../ui/forms/form-parts.tsx'
import { failureSentence } from '../../mail/failure.ts'
import type { BookingDetails, HistoryEntry } from '../booking-record.server.ts'
import { isWrittenToBySeller } from '../booking-channel.ts'
import { type CancellationReason, reasonDetails } from '../changes/cancellation-reason.ts'
import { type Attendance, attendanceLabels, type BookingStatus, statusDetails } from '../booking.ts'
import { type EditedGuestField, guestFieldLabels } from '../changes/guest-edit.ts'
import { becauseOf, type CallOffReason } from '../sessions/call-off.ts'

/** The history of a booking, newest entry first, and its emails. */
export function BookingLog({ booking, events }: { booking: BookingDetails; events: HistoryEntry[] }) {
  const { mails, has_email: isEmailed, status } = booking
  return (
    <>
      <section className="panel" aria-labelledby="story">
        <h2 id="story">History</h2>
        <ol className="history">
          {events.toReversed().map((event) => (
            <li key={event.id}>
              <strong>{describeEvent(event)}</strong>
              {event.message !== null && <q className="requests">{event.message}</q>}
              <span className="soft small">
                {actorName(event)}, {formatMoment(event.happened_at)}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className="panel" aria-labelledby="mails">
        <h2 id="mails">Emails</h2>
        {mails.length === 0 ? (
          <p className="soft">
            {isEmailed
              ? 'There are no emails about this booking.'
              : isWrittenToBySeller(booking)
                ? 'We don’t email this guest: the seller does.'
                : booking.is_erased
                  ? 'The guest was erased, so no emails are sent.'
                  : 'This guest gave no email address, so no emails are sent.'}
          </p>
        ) : (
          <ol className="history">
            {mails.toReversed().map((mail) => (
              <li key={mail.id}>
                <strong>{emailName(mail.email_type)}</strong>
                <span className={mail.failure ? 'small email-failed' : 'soft small'}>
                  {mail.failure ? failureSentence(mail.failure) : emailStateName(mail.state)},{' '}
                  {formatMoment(mail.created_at)}, to {mail.to_address}
                </span>
                {mail.server_reply && <q className="small soft">{mail.server_reply}</q>}
                {mail.may_send_again && (
                  <Form method="post" preventScrollReset>
                    <HiddenFields values={{ email: mail.id }} />
                    <FormButton small icon="mail" name="intent" value="send_again">
                      Send again<span className="sr"> {emailName(mail.email_type)}</span>
                    </FormButton>
                  </Form>
                )}
              </li>
            ))}
          </ol>
        )}
        {statusDetails[status].hasEmail && isEmailed && !mails.at(-1)?.may_send_again && (
          <Form method="post" preventScrollReset>
            <FormButton small icon="mail" name="intent" value="mail">
              {mails.some(({ state }) => state === 'sent') ? 'Send again' : 'Send'}
            </FormButton>
          </Form>
        )}
      </section>
    </>
  )
}

/** Returns an entry of the history as text, such as 'Moved to Sunday 14 June 2026, 2:00 PM'. */
export function describeEvent({ kind, actor, changes, is_undo }: HistoryEntry): string {
  switch (kind) {
    case 'created':
      return actor === 'winemaker' || actor === 'admin' ? 'Booked by staff' : 'Booked'
    case 'status':
      return statusSentence(changes, is_undo)
    case 'moved':
      return `${changes.session_move ? (changes.session_move[1] === null ? 'Session move undone: ' : 'Whole session: ') : ''}${movedSentence(changes)}`
    case 'overbooked':
      return 'Overbooked on purpose'
    case 'beyond_limits':
      return beyondEvent(changes)
    case 'money':
      return moneySentence(changes)
    case 'called_off':
      return `Called off${becauseOf((changes.reason?.[1] ?? null) as CallOffReason | null)}`
    case 'reopened':
      return 'Opened again: the visit takes place'
    case 'readdressed':
      return actor === 'guest' ? 'Email address corrected' : editedSentence(changes)
    case 'informed':
      if (actor === 'guest') return 'Accepted the new time'
      return changes.informed?.[1] === true ? 'Staff phoned the guest' : 'Marked as not phoned yet'
    case 'marked':
      if (!changes.attendance && changes.overruled)
        return `${markLabel(changes.overruled[0])}, but a later mark counts`
      return markLabel(changes.attendance?.[1]) + arrivedGuests(changes)
    default:
      return kind
  }
}

/** Returns a change of status as text, such as 'Cancelled: bad weather' or 'Undone: confirmed again'. */
function statusSentence({ status, reason }: HistoryEntry['changes'], isUndo: boolean): string {
  if (!status) return 'Status changed'
  const { label } = statusDetails[status[1] as BookingStatus]
  if (status[0] === status[1]) return `${label} too, so the cancellation is final`
  if (isUndo) return `Undone: ${label.toLowerCase()} again`
  return reason ? `${label}: ${reasonDetails[reason[1] as CancellationReason].label.toLowerCase()}` : label
}

/** Returns which limit staff went beyond: 'Beyond the limits on purpose: 9 guests, for parties of 1 to 8'. */
function beyondEvent({ number_of_guests, beyond_limits }: HistoryEntry['changes']): string {
  const limit = String(beyond_limits?.[1])
  const reason = limit === 'closed' ? 'at a time that is closed for others' : `for parties of ${limit}`
  return `Beyond the limits on purpose: ${countOf(Number(number_of_guests?.[1]), 'guest')}, ${reason}`
}

/** Returns an edit of the guest as text, without values: 'Guest changed: name, email'. */
function editedSentence(changes: HistoryEntry['changes']): string {
  const fields = Object.keys(changes).map((field) =>
    guestFieldLabels[field as EditedGuestField].toLowerCase(),
  )
  return `Guest changed: ${fields.join(', ')}`
}

/** Returns a change of the money as text, such as 'Taken: £0.00 to £50.00'. */
function moneySentence(changes: HistoryEntry['changes']): string {
  const names = { taken: 'Taken', refunds: 'Refunded', discounts: 'Discounts', kept: 'Kept' }
  const parts = Object.entries(names).flatMap(([field, name]) => {
    const [before, after] = changes[field] ?? []
    return after === undefined
      ? []
      : [`${name}: ${[before, after].map((sum) => formatPounds(Number(sum))).join(' to ')}`]
  })
  return parts.join('; ') || 'Money'
}

function markLabel(attendance: unknown): string {
  return attendance ? attendanceLabels[attendance as Attendance] : 'Check-in undone'
}

/** Returns ': 2 guests' or, after a mark for part of the party, ': all guests'. Empty if the number did not change. */
function arrivedGuests({ attendance, arrived_guests }: HistoryEntry['changes']): string {
  if (!arrived_guests || attendance?.[1] !== 'arrived') return ''
  return `: ${arrived_guests[1] === null ? 'all guests' : countOf(Number(arrived_guests[1]), 'guest')}`
}

function movedSentence(changes: HistoryEntry['changes']): string {
  const day = changes.booking_date?.[1] as Day | undefined
  const time = changes.start_time?.[1] as Time | undefined
  const when = [day && formatDay(day), time && formatTime(time)].filter(Boolean).join(', ')
  const [before, after] = changes.number_of_guests ?? []
  const parts = [
    when && `Moved to ${when}`,
    after !== undefined && `${countOf(Number(before), 'guest')} changed to ${String(after)}`,
  ]
  return parts.filter(Boolean).join('; ') || 'Moved'
}

function actorName({ actor, actor_name }: HistoryEntry): string {
  if (actor === 'guest') return 'the guest'
  if (actor === 'system') return 'automatically'
  return actor_name ?? 'a former colleague'
}

const emailNames: Record<string, string> = {
  received: 'Booking received',
  confirmed: 'Booking confirmed',
  cancelled: 'Booking cancelled',
  moved: 'Booking moved',
  called_off: 'Session called off',
  reopened: 'Session opened again',
  reminder: 'Reminder',
  thank_you: 'Thank you',
  vineyard_booked: 'New booking, to the vineyard',
  vineyard_cancelled: 'Cancellation, to the vineyard',
  vineyard_moved: 'Move, to the vineyard',
  vineyard_message: 'Message from the vineyard',
}

export function emailName(email_type: string): string {
  return emailNames[email_type] ?? email_type.replaceAll('_', ' ')
}

const emailStates: Record<string, string> = {
  waiting: 'waiting to be sent',
  sending: 'being sent',
  sent: 'sent',
  failed: 'failed, will be retried',
  dead: 'could not be delivered',
  kept: 'kept in the email log, not sent',
  superseded: 'out of date, not sent',
}

export function emailStateName(state: string): string {
  return emailStates[state] ?? state
}
