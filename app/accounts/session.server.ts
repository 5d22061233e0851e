import type { Queryable } from '../platform/database.server.ts'
import { type Actor, nobody } from './actor.ts'
import { hashToken, isToken } from './token.server.ts'

/**
 * On whose behalf a request speaks, by its `Authorization` header. No header is nobody; one that opens nothing (any
 * more) is 'invalid', which a caller answers with 401 rather than serve as nobody.
 */
export async function findActor(
  sql: Queryable,
  authorization: string | undefined,
  now: Date,
): Promise<Actor | 'invalid'> {
  if (authorization === undefined) return nobody
  const token = bearerOf(authorization)
  if (!isToken(token)) return 'invalid'
  const [found] = await sql<Actor[]>`
    select actor, actor_id, vineyard_id from find_actor(${hashToken(token)}, ${now})`
  return found ?? 'invalid'
}

/** The session that a request speaks in, whose header `findActor` has found to be good. */
export async function findSessionId(
  sql: Queryable,
  authorization: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const token = bearerOf(authorization ?? '')
  if (!isToken(token)) return undefined
  const [found] = await sql<{ session_id: string }[]>`
    select session_id from find_actor(${hashToken(token)}, ${now})`
  return found?.session_id
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer ([^ ]+)$/i.exec(authorization)?.[1]
}
