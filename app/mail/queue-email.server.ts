import type postgres from 'postgres'

import type { Config } from '../platform/config.server.ts'
import type { Queryable } from '../platform/database/database.server.ts'

/** An email to queue. The template of its `email_type` defines the payload. */
export type QueuedMail = {
  email_type: string
  to_address: string
  payload: Record<string, postgres.JSONValue>
  booking_id?: string
  /** Only the first email with a key is stored. */
  once_key?: string
  /** The time after which the email is no longer sent, such as the expiry of a link or the start of a visit. */
  deliver_by?: Date
}

/**
 * Stores an email in the caller's transaction; the worker sends the email after the commit. A `link` in the payload is
 * secret and erased after sending. Returns the id of the email, or undefined if the key was used before.
 */
export async function queueEmail(sql: Queryable, mail: QueuedMail, now: Date): Promise<string | undefined> {
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

/**
 * Prints the link of an email if there is no mail server to send it, except in production. Does not use the log, because the log
 * would mask the link.
 */
export function printLink(
  { production, smtp_url }: Pick<Config, 'production' | 'smtp_url'>,
  link: string,
): void {
  if (!production && !smtp_url) console.info(`No email is sent without SMTP_URL. The email’s link: ${link}`)
}
