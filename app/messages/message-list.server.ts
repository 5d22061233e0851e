import type { Noun } from '../accounts/staff-edit.server.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'

export const messageNoun: Noun = { table: 'contact_messages', noun: 'contact_message', of_vineyard: null }

/** A message as admins read it. */
export type MessageRow = {
  id: string
  name: string
  email: string
  subject: string
  message: string
  state: 'new' | 'read' | 'answered'
  /** The admin who sees to it. */
  assigned_to: string | null
  assigned_name: string | null
  /** What was written back, where it was written here; who answered, and when. */
  answer: string | null
  answered_name: string | null
  answered_at: Date | null
  created_at: Date
  version: string
}

const columns = (sql: Queryable) => sql`
  m.id, m.name, m.email, m.subject, m.message, m.state, m.assigned_to,
  (select a.name from admins a where a.id = m.assigned_to) as assigned_name,
  m.answer, (select a.name from admins a where a.id = m.answered_by) as answered_name, m.answered_at, m.created_at,
  version_of(to_jsonb(m)) as version`

/** One page of the messages. Only admins read them: nothing here asks whose they are. */
export async function pageOfMessages(
  sql: Queryable,
  {
    state,
    search = '',
    assigned_to,
    ...asked
  }: Listing & { state?: string | undefined; search?: string | undefined; assigned_to?: string | undefined },
): Promise<Page<MessageRow>> {
  const { items: found, ...page } = await readListPage<{ id: string }>(
    sql,
    asked,
    sql`
      select m.id, m.name, m.state, m.created_at from contact_messages m
      where ${state === undefined ? sql`true` : sql`m.state = ${state}`}
        and ${assigned_to === undefined ? sql`true` : sql`m.assigned_to = ${assigned_to}`}
        and ${search === '' ? sql`true` : sql`message_words(m.name, m.email, m.subject) like contains_pattern(${search})`}`,
    { indexed: ['created_at'], newest: 'created_at', never_null: ['created_at'] },
  )
  const items = await sql<MessageRow[]>`
    select ${columns(sql)}
    from unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as asked (id, place)
      join contact_messages m on m.id = asked.id
    order by asked.place`
  return { ...page, items: [...items] }
}

export async function findMessage(sql: Queryable, id: string): Promise<MessageRow | undefined> {
  const [message] = await sql<MessageRow[]>`select ${columns(sql)} from contact_messages m where m.id = ${id}`
  return message
}
