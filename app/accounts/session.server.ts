import { createHash, randomBytes } from 'node:crypto'

import type { Queryable } from '../platform/database.server.ts'
import { type Actor, nobody } from './actor.ts'

/** The actor of an `Authorization` header: `nobody` without one; 'invalid', which callers answer with 401, for an unknown token. */
export async function findActor(
  sql: Queryable,
  authorization: string | undefined,
  now: Date,
): Promise<Actor | 'invalid'> {
  if (authorization === undefined) return nobody
  const token = bearerOf(authorization)
  if (isKey(token)) {
    const [key] = await sql<Actor[]>`select * from find_api_key(${hashToken(token)}, ${now})`
    return key ?? 'invalid'
  }
  if (!isToken(token)) return 'invalid'
  const [actor] = await sql<Actor[]>`
    select actor, actor_id, vineyard_id, role from find_caller(${hashToken(token)}, ${now})`
  return actor ?? 'invalid'
}

/** The id of the session of a valid `Authorization` header. */
export async function findSessionId(
  sql: Queryable,
  authorization: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const token = bearerOf(authorization ?? '')
  if (!isToken(token)) return undefined
  const [session] = await sql<{ session_id: string }[]>`
    select session_id from find_caller(${hashToken(token)}, ${now})`
  return session?.session_id
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer ([^ ]+)$/i.exec(authorization)?.[1]
}

/** 256 random bits as 43 characters, for sessions and one-time links. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of a token. */
export function isToken(text: string | null | undefined): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text)
}

const keyPrefix = 'cv_live_'

/** A token that says by its prefix what it is, for API keys. */
export function makeKey(): string {
  return keyPrefix + makeToken()
}

function isKey(text: string | undefined): text is string {
  return text?.startsWith(keyPrefix) === true && isToken(text.slice(keyPrefix.length))
}

/** The stored form of a token. A plain hash is enough for 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
