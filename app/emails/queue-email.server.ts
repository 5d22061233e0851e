import type postgres from 'postgres'

import type { Queryable } from '../platform/database.server.ts'

/** A mail to be. Its letter, found by `email_type`, says what the payload holds and how it reads. */
export type Mail = {
  email_type: string
  to_address: string
  payload: Record<string, postgres.JSONValue>
  booking_id?: string
  /** Of mails with the same key only the first is written. */
  once_key?: string
  /** After this moment it is of no use, and is not sent: the end of a link, the start of a visit. */
  deliver_by?: Date
}

/**
 * Writes a mail down; the worker sends it once the transaction that `sql` belongs to is committed. A payload's `link` is
 * taken for a secret, and wiped as soon as the mail is sent. Returns its id, or undefined when its key was used before.
 */
export async function queueEmail(sql: Queryable, mail: Mail, now: Date): Promise<string | undefined> {
  const [written] = await sql<{ id: string }[]>`
    insert into emails (email_type, to_address, payload, booking_id, once_key, deliver_by, created_at)
    values (
      ${mail.email_type}, ${mail.to_address}, ${sql.json(mail.payload)}, ${mail.booking_id ?? null},
      ${mail.once_key ?? null},
      ${mail.deliver_by ?? null}, ${now}
    )
    on conflict (once_key) where once_key is not null do nothing
    returning id`
  return written?.id
}
