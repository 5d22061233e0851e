import type { Sql } from '../platform/database.server.ts'
import { visitorField } from '../staff-client/visitor.ts'
import { findActor } from './session.server.ts'

/** The visitor who is signed in where a form was filled in; a session that has ended is no reason to refuse the form. */
export async function visitorInForm(sql: Sql, form: FormData, now: Date): Promise<string | null> {
  const token = form.get(visitorField)
  if (typeof token !== 'string' || token === '') return null
  const actor = await findActor(sql, `Bearer ${token}`, now)
  return actor !== 'invalid' && actor.actor === 'guest' ? actor.actor_id : null
}
