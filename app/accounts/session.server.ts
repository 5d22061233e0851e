import { createHash, randomBytes } from 'node:crypto'

import type { Queryable } from '../platform/database.server.ts'
import { type Actor, nobody } from './actor.ts'

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

/** 256 random bits as text of 43 characters: a session, or a link that works once. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text could be a token at all; anything else is not worth a query. */
export function isToken(text: string | null | undefined): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text)
}

/** All that is kept of a token. It holds 256 random bits, so a plain hash of it can not be guessed back. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
