import type { Queryable } from '../platform/database.server.ts'
import type { ContactMessage } from './contact.ts'

/**
 * Keeps a message for staff to read. The same form with the same words is kept once, however often it is sent; with other
 * words (Back, another question) it is another message.
 */
export async function keepContactMessage(
  sql: Queryable,
  { form_key, ...message }: ContactMessage,
): Promise<void> {
  await sql`
    insert into contact_messages (name, email, subject, message, form_key)
    values (
      ${message.name}, ${message.email}, ${message.subject}, ${message.message},
      md5(concat_ws(e'\\x1f', ${form_key}::text, ${message.name}::text, ${message.email}::text, ${message.subject}::text, ${message.message}::text))::uuid
    )
    on conflict (form_key) do nothing`
}
