import type { Queryable } from '../platform/database.server.ts'
import type { ContactMessage } from './message.ts'

/**
 * Keeps a message for staff to read, and writes to them that it came. The same form with the same words is kept once, however
 * often it is sent; with other words (Back, another question) it is another message.
 */
export async function keepContactMessage(
  sql: Queryable,
  { form_key, ...message }: ContactMessage,
): Promise<void> {
  await sql`
    with kept as (
      insert into contact_messages (name, email, subject, message, form_key)
      values (
        ${message.name}, ${message.email}, ${message.subject}, ${message.message},
        md5(concat_ws(e'\\x1f', ${form_key}::text, ${message.name}::text, ${message.email}::text, ${message.subject}::text, ${message.message}::text))::uuid
      )
      on conflict (form_key) do nothing
      returning name, email, subject, message, created_at
    )
    insert into emails (email_type, to_address, payload, state, created_at)
    select 'contact_message', m.address, to_jsonb(k) - 'created_at', m.state, k.created_at
    from kept k cross join admin_mailboxes('contact_message') m`
}
