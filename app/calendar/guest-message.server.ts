import { vineyardScope, type Staff } from '../accounts/actor.ts'
import { isStillThere } from '../accounts/staff-edit.server.ts'
import type { RowOf } from '../platform/api/fields.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day, Time } from '../platform/days.ts'
import type { guestMessage } from './guest-message.api.ts'

/** Everyone on a day, or in one session of it. */
type Audience = { day: Day; experience_id?: string | undefined; start_time?: Time | undefined }

type SentMessage = RowOf<typeof guestMessage>

/**
 * Stores an email to each party expected on a day, or in one of its sessions, and returns how many. A repeated `id`
 * emails nobody twice.
 */
export async function emailGuests(
  sql: Queryable,
  vineyard_id: string,
  { id, message, day, experience_id, start_time }: Audience & { id: string; message: string },
  { by }: { by: Staff },
  now: Date,
): Promise<number> {
  const scope = vineyardScope(by).vineyard_id
  const emails = await sql`
    insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
    select b.id, concat('message ', ${id}::text, ' ', b.id), 'vineyard_message', b.guest_email,
      email_payload(b.id, 'vineyard_message') || jsonb_build_object('message', ${message}::text), ${now}
    from bookings b
    where b.vineyard_id = ${vineyard_id} ${scope === null ? sql`` : sql`and b.vineyard_id = ${scope}`}
      and b.booking_date = ${day} and b.status in ('pending', 'confirmed') and b.erased_at is null
      and b.guest_email is not null
      ${experience_id === undefined ? sql`` : sql`and b.experience_id = ${experience_id}`}
      ${start_time === undefined ? sql`` : sql`and b.start_time = ${start_time}`}
      and ${isStillThere(sql, by)}
    on conflict (once_key) where once_key is not null do nothing
    returning id`
  return emails.length
}

/** Returns the messages to the guests of a day, newest first, with the state of each email. */
export async function findMessages(
  sql: Queryable,
  vineyard_id: string,
  day: Day,
  { by }: { by: Staff },
): Promise<SentMessage[]> {
  const scope = vineyardScope(by).vineyard_id
  const rows = await sql<(Omit<SentMessage, 'guests'> & SentMessage['guests'][number])[]>`
    select split_part(m.once_key, ' ', 2) as id, m.payload ->> 'message' as message, m.created_at as sent_at,
      b.id as booking_id, guest_name_of(b) as guest_name, b.guest_phone, m.state
    from bookings b join emails m on m.booking_id = b.id and m.email_type = 'vineyard_message'
    where b.vineyard_id = ${vineyard_id} ${scope === null ? sql`` : sql`and b.vineyard_id = ${scope}`}
      and b.booking_date = ${day}
    order by m.created_at desc, b.guest_name, b.id`
  const messages = new Map<string, SentMessage>()
  for (const { id, message, sent_at, ...guest } of rows) {
    const sent = messages.get(id) ?? { id, message, sent_at, guests: [] }
    sent.guests.push(guest)
    messages.set(id, sent)
  }
  return [...messages.values()]
}
