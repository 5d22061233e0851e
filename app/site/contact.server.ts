import type { Queryable } from '../platform/database.server.ts'
import type { ContactMessage } from './contact.ts'

/** Keeps a message for staff to read. The same form sent twice is kept once. */
export async function keepContactMessage(sql: Queryable, message: ContactMessage): Promise<void> {
  await sql`
    insert into contact_messages (name, email, subject, message, form_key)
    values (${message.name}, ${message.email}, ${message.subject}, ${message.message}, ${message.form_key})
    on conflict (form_key) do nothing`
}
