import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import type { ContactMessage } from './message.ts'
import {
  type Noun,
  changeRow,
  type ColumnValues,
  type RowEditProblem,
} from '../../people/accounts/staff-edit.server.ts'
import { containsTerm, type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import { queueEmail } from '../../mail/queue-email.server.ts'
import type { AdminActor } from '../../people/sign-in/actor.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { messageShape } from './message.shapes.ts'

/** Stores a message and emails the admins. Stores the same text only once if the form is sent twice. */
export async function storeContactMessage(
  sql: Queryable,
  { form_key, ...message }: ContactMessage,
): Promise<void> {
  await sql`
    with stored as (
      insert into contact_messages (name, email, subject, message, form_key)
      values (
        ${message.name}, ${message.email}, ${message.subject}, ${message.message},
        md5(concat_ws(e'\\x1f', ${form_key}::text, ${message.name}::text, ${message.email}::text, ${message.subject}::text, ${message.message}::text))::uuid
      )
      on conflict (form_key) do nothing
      returning name, email, subject, message, created_at
    )
    insert into emails (email_type, to_address, payload, state, created_at)
    select 'contact_message', m.address, to_jsonb(s) - 'created_at', m.state, s.created_at
    from stored s cross join admin_mailboxes('contact_message') m`
}

export const messageNoun: Noun = { table: 'contact_messages', noun: 'contact_message', of_vineyard: null }

type MessageRow = RowOf<typeof messageShape>

const columns = (sql: Queryable) => sql`
  m.id, m.name, m.email, m.subject, m.message, m.state, m.assigned_to,
  (select a.name from admins a where a.id = m.assigned_to) as assigned_name,
  m.answer, (select a.name from admins a where a.id = m.answered_by) as answered_name, m.answered_at, m.created_at,
  version_of(to_jsonb(m)) as version`

/** Returns one page of messages for admins. */
export async function pageOfMessages(
  sql: Queryable,
  {
    state,
    search = '',
    assigned_to,
    ...listQuery
  }: Listing & { state?: string | undefined; search?: string | undefined; assigned_to?: string | undefined },
): Promise<Page<MessageRow>> {
  const { items: found, ...page } = await readListPage<{ id: string }>(
    sql,
    listQuery,
    sql`
      select m.id, m.name, m.state, m.created_at from contact_messages m
      where ${state === undefined ? sql`true` : sql`m.state = ${state}`}
        and ${assigned_to === undefined ? sql`true` : sql`m.assigned_to = ${assigned_to}`}
        and ${search === '' ? sql`true` : containsTerm(sql, sql`message_words(m.name, m.email, m.subject)`, search)}`,
    { indexed: ['created_at'], newest: 'created_at', never_null: ['created_at'] },
  )
  const items = await sql<MessageRow[]>`
    select ${columns(sql)}
    from unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as page (id, position)
      join contact_messages m on m.id = page.id
    order by page.position`
  return { ...page, items: [...items] }
}

export async function findMessage(sql: Queryable, id: string): Promise<MessageRow | undefined> {
  const [message] = await sql<MessageRow[]>`select ${columns(sql)} from contact_messages m where m.id = ${id}`
  return message
}

type ReplyOptions = { by: AdminActor; seen: string | null }
type Message = { name: string; email: string; subject: string; message: string; state: string }

/** Emails an answer and marks the message as answered. The second of two concurrent answers waits and is refused. */
export async function answerMessage(
  sql: Sql,
  id: string,
  answer: string,
  { by, seen }: ReplyOptions,
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem | { kind: 'answered' }>> {
  return inTransaction(sql, async (transaction) => {
    const [stored] = await transaction<Message[]>`
      select name, email, subject, message, state from contact_messages where id = ${id} for update`
    if (!stored) return refused({ kind: 'absent' })
    const { state, email: to_address, ...message } = stored
    if (state === 'answered') return refused({ kind: 'answered' })
    const columns = { answer, ...columnsOfState('answered', by, now) }
    const changed = await changeRow(transaction, messageNoun, id, columns, { by, seen }, now)
    if (!changed.ok) return changed
    const payload = { ...message, answer }
    await queueEmail(transaction, { email_type: 'contact_answer', to_address, payload }, now)
    return ok(changed.value)
  })
}

/** Returns the columns for a new state. An answered message records the admin and the time. */
export function columnsOfState(state: 'new' | 'read' | 'answered', by: AdminActor, now: Date): ColumnValues {
  const is_answered = state === 'answered'
  return {
    state,
    answered_by: is_answered ? by.actor_id : null,
    answered_at: is_answered ? now.toISOString() : null,
  }
}
