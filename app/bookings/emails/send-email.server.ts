import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { BookingPayload } from './emails.ts'

/** The emails that clients can request, and the status to which each email belongs. */
export const requestableEmails = {
  received: 'pending',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
} as const
export type RequestableEmail = keyof typeof requestableEmails

/** Error texts of the specification (§8). */
export const sendEmailSentences: Record<RequestableEmail, string> = {
  received: 'Failed to send booking received email',
  confirmed: 'Failed to send confirmation email',
  cancelled: 'Failed to send cancellation email',
}

/** Returns the fields that differ from the booking. A missing part of the address may be null or ''. */
function payloadDifferences(sent: BookingPayload, ours: BookingPayload): (keyof BookingPayload)[] {
  const names = Object.keys(ours) as (keyof BookingPayload)[]
  return names.filter((name) => normalise(name, sent[name]) !== normalise(name, ours[name]))
}

function normalise(name: keyof BookingPayload, value: string | number | null): string | number {
  if (typeof value === 'number') return Math.round(value * 100)
  const text = (value ?? '').normalize('NFC').trim()
  return name === 'guestEmail' ? text.toLowerCase() : text
}

export type SendProblem =
  | { kind: 'absent' }
  | { kind: 'state' }
  | { kind: 'different'; fields: (keyof BookingPayload)[] }

/** Sends the email about a status once each time the booking enters that status. The payload is compared but never sent. */
export async function requestEmail(
  sql: Queryable,
  { emailType, ...sent }: BookingPayload & { emailType: RequestableEmail },
  now: Date,
): Promise<Result<{ id: string; state: string }, SendProblem>> {
  const id = sent.bookingId
  const [booking] = await sql<{ status: string; payload: BookingPayload & { emailType: string } }[]>`
    select b.status, email_payload(b.id, ${emailType}) as payload from bookings b where b.id = ${id}`
  if (!booking) return refused({ kind: 'absent' })

  const { emailType: _, ...ours } = booking.payload
  const fields = payloadDifferences(sent, ours)
  if (fields.length > 0) return refused({ kind: 'different', fields })
  if (booking.status !== requestableEmails[emailType]) return refused({ kind: 'state' })

  const write = () => sql<{ id: string; state: string }[]>`
    with caused as (
      select b.guest_email, (
        select t.id from booking_events t
        where t.booking_id = b.id and t.kind in ('created', 'status') and t.changes -> 'status' ->> 1 = b.status and t.undoes is null
        order by t.id desc
        limit 1
      ) as event_id
      from bookings b
      where b.id = ${id} and b.status = ${requestableEmails[emailType]} and emails_changes(b)
    ),
    inserted as (
      insert into emails (booking_id, event_id, once_key, email_type, to_address, payload, created_at)
      select ${id}, event_id, case when event_id is null then ${`${emailType} ${id}`} end, ${emailType}, guest_email,
        email_payload(${id}, ${emailType}), ${now}
      from caused
      on conflict do nothing
      returning id, state
    )
    select id, state from inserted
    union all
    select m.id, m.state
    from emails m, caused
    where m.booking_id = ${id} and m.email_type = ${emailType} and m.event_id is not distinct from caused.event_id
    limit 1`
  // If two requests are concurrent, one inserts the email, and the other finds it at its second attempt.
  const [mail = (await write())[0]] = await write()
  return mail ? ok(mail) : refused({ kind: 'state' })
}
