import { queueEmail } from '../emails/queue-email.server.ts'
import { changeRow, type ColumnValues, type RowEditProblem } from '../accounts/staff-edit.server.ts'
import type { AdminActor } from '../accounts/actor.ts'
import type { Sql } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { messageNoun } from './message.server.ts'

type ReplyOptions = { by: AdminActor; seen: string | null }
type Message = { name: string; email: string; subject: string; message: string; state: string }

/** Answers a message by mail, which is then answered. Of two who answer at once the second waits, and is told. */
export async function answerMessage(
  sql: Sql,
  id: string,
  answer: string,
  { by, seen }: ReplyOptions,
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem | { kind: 'answered' }>> {
  return sql.begin(async (transaction) => {
    const [asked] = await transaction<Message[]>`
      select name, email, subject, message, state from contact_messages where id = ${id} for update`
    if (!asked) return refused({ kind: 'absent' })
    const { state, email: to_address, ...words } = asked
    if (state === 'answered') return refused({ kind: 'answered' })
    const columns = { answer, ...becomes('answered', by, now) }
    const changed = await changeRow(transaction, messageNoun, id, columns, { by, seen }, now)
    if (!changed.ok) return changed
    const payload = { ...words, answer }
    await queueEmail(transaction, { email_type: 'contact_answer', to_address, payload }, now)
    return ok(changed.value)
  })
}

/** The columns of a state: whoever says that a message is answered is kept with it. */
export function becomes(state: 'new' | 'read' | 'answered', by: AdminActor, now: Date): ColumnValues {
  const is_answered = state === 'answered'
  return {
    state,
    answered_by: is_answered ? by.actor_id : null,
    answered_at: is_answered ? now.toISOString() : null,
  }
}
