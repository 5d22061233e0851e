import { inScope, type Staff } from '../../people/sign-in/actor.ts'
import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { bookingEmails } from '../../bookings/emails/booking-emails.server.ts'
import type { Site } from '../../mail/email.ts'
import { emailText } from '../../mail/email-text.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day, Time } from '../../platform/days.ts'
import type { guestMessage, messagePreview } from './guest-message.shapes.ts'

/** The guests whom a message is for: everyone on a day, or in one of its sessions. */
type Audience = { day: Day; experience_id?: string | undefined; start_time?: Time | undefined }

type MessagePreview = RowOf<typeof messagePreview>
type SentMessage = RowOf<typeof guestMessage>

/**
 * Stores an email to each party that is expected on a day or in one of its sessions, and returns the number of emails.
 * A second call with the same `id` stores no further emails.
 */
export async function emailGuests(
  sql: Queryable,
  vineyard_id: string,
  { id, message, day, experience_id, start_time }: Audience & { id: string; message: string },
  { by }: { by: Staff },
  now: Date,
): Promise<number> {
  const emails = await sql`
    insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
    select b.id, concat('message ', ${id}::text, ' ', b.id), 'vineyard_message', b.guest_email,
      email_payload(b.id, 'vineyard_message') || jsonb_build_object('message', ${message}::text), ${now}
    from bookings b
    where ${isExpected(sql, vineyard_id, { day, experience_id, start_time }, by)} and emails_changes(b)
      and ${isStillThere(sql, by)}
    on conflict (once_key) where once_key is not null do nothing
    returning id`
  return emails.length
}

/** Returns an SQL condition that is true if booking `b` belongs to the audience. */
function isExpected(
  sql: Queryable,
  vineyard_id: string,
  { day, experience_id, start_time }: Audience,
  by: Staff,
) {
  return sql`
    b.vineyard_id = ${vineyard_id} and ${inScope(sql, by)}
    and b.booking_date = ${day} and b.status in ('pending', 'confirmed') and b.erased_at is null
    ${experience_id === undefined ? sql`` : sql`and b.experience_id = ${experience_id}`}
    ${start_time === undefined ? sql`` : sql`and b.start_time = ${start_time}`}`
}

/**
 * Returns how many guests a message would reach, the guests whom it would not reach, and the email as the first guest would
 * read it. The email is null if the message would reach nobody.
 */
export async function previewMessage(
  sql: Queryable,
  vineyard_id: string,
  { message, ...audience }: Audience & { message: string },
  { by, site }: { by: Staff; site: Site },
): Promise<MessagePreview> {
  type Row = MessagePreview['without_email'][number] & { payload: object | null }
  const rows = await sql<Row[]>`
    select b.id as booking_id, guest_name_of(b) as guest_name, b.guest_phone, b.number_of_guests,
      case when emails_changes(b) then email_payload(b.id, 'vineyard_message') end as payload
    from bookings b
    where ${isExpected(sql, vineyard_id, audience, by)}
    order by b.start_time, guest_name, b.id`
  const reached = rows.filter(({ payload }) => payload !== null)
  const [first] = reached
  const written =
    first &&
    (await bookingEmails.vineyard_message?.write(
      sql,
      {
        id: first.booking_id,
        email_type: 'vineyard_message',
        to_address: '',
        booking_id: first.booking_id,
        payload: { ...first.payload, message },
      },
      site,
    ))
  return {
    parties: reached.length,
    guests: reached.reduce((sum, { number_of_guests }) => sum + number_of_guests, 0),
    email:
      first && written?.ok
        ? { to: first.guest_name, subject: written.value.subject, text: emailText(written.value, site) }
        : null,
    without_email: rows.flatMap(({ payload, ...guest }) => (payload === null ? [guest] : [])),
  }
}

/** Returns the messages to the guests of a day, newest first, with the state of each email. */
export async function findMessages(sql: Queryable, vineyard_id: string, day: Day, { by }: { by: Staff }) {
  const rows = await sql<(Omit<SentMessage, 'guests'> & SentMessage['guests'][number])[]>`
    select split_part(m.once_key, ' ', 2) as id, m.payload ->> 'message' as message, m.created_at as sent_at,
      b.id as booking_id, guest_name_of(b) as guest_name, b.guest_phone, m.state
    from bookings b join emails m on m.booking_id = b.id and m.email_type = 'vineyard_message'
    where b.vineyard_id = ${vineyard_id} and ${inScope(sql, by)} and b.booking_date = ${day}
    order by m.created_at desc, b.guest_name, b.id`
  const messages = new Map<string, SentMessage>()
  for (const { id, message, sent_at, ...guest } of rows) {
    const sent = messages.get(id) ?? { id, message, sent_at, guests: [] }
    sent.guests.push(guest)
    messages.set(id, sent)
  }
  return [...messages.values()]
}
