import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { BookingPayload } from './emails.ts'
import { type AskableEmail, askable, payloadDifferences } from './send-email.ts'

export type SendProblem =
  | { kind: 'absent' }
  | { kind: 'state' }
  | { kind: 'different'; fields: (keyof BookingPayload)[] }

/**
 * Asks for a booking's mail. It is written once for each time the booking comes into that status, and in truth was then;
 * whoever asks again is answered as if it were done now. It goes to the guest of the booking and to nobody else, in
 * our words: what was sent is only compared.
 */
export async function askForEmail(
  sql: Queryable,
  { emailType, ...sent }: BookingPayload & { emailType: AskableEmail },
  now: Date,
): Promise<Result<{ id: string; state: string }, SendProblem>> {
  const id = sent.bookingId
  const [booking] = await sql<{ status: string; payload: BookingPayload & { emailType: string } }[]>`
    select b.status, email_payload(b.id, ${emailType}) as payload from bookings b where b.id = ${id}`
  if (!booking) return refused({ kind: 'absent' })

  const { emailType: _, ...ours } = booking.payload
  const fields = payloadDifferences(sent, ours)
  if (fields.length > 0) return refused({ kind: 'different', fields })
  if (booking.status !== askable[emailType]) return refused({ kind: 'state' })

  const write = () => sql<{ id: string; state: string }[]>`
    with caused as (
      select b.guest_email, (
        select t.id from booking_events t
        where t.booking_id = b.id and t.kind in ('created', 'status') and t.changes -> 'status' ->> 1 = b.status
        order by t.id desc
        limit 1
      ) as event_id
      from bookings b
      where b.id = ${id} and b.status = ${askable[emailType]}
    ),
    written as (
      insert into emails (booking_id, event_id, once_key, email_type, to_address, payload, created_at)
      select ${id}, event_id, case when event_id is null then ${`${emailType} ${id}`} end, ${emailType}, guest_email,
        email_payload(${id}, ${emailType}), ${now}
      from caused
      on conflict do nothing
      returning id, state
    )
    select id, state from written
    union all
    select m.id, m.state
    from emails m, caused
    where m.booking_id = ${id} and m.email_type = ${emailType} and m.event_id is not distinct from caused.event_id
    limit 1`
  // Who asks at the same moment finds the other's mail at the second look.
  const [mail = (await write())[0]] = await write()
  return mail ? ok(mail) : refused({ kind: 'state' })
}
