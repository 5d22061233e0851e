import { createHash, randomBytes } from 'node:crypto'

import type { Queryable } from '../../platform/database/database.server.ts'
import { type Actor, type KeyActor, nobody } from './actor.ts'

/**
 * Returns the actor of an `Authorization` header. Without a header, returns `nobody`. For an unknown token, returns
 * 'invalid', which endpoints answer with 401.
 */
export async function findActor(
  sql: Queryable,
  authorization: string | undefined,
  now: Date,
): Promise<Actor | 'invalid'> {
  if (authorization === undefined) return nobody
  const token = bearerOf(authorization)
  if (isKey(token)) {
    return (await findKey(sql, token, now)) ?? 'invalid'
  }
  if (!isToken(token)) return 'invalid'
  const [actor] = await sql<Actor[]>`
    select actor, actor_id, vineyard_id, role, session_id from find_caller(${hashToken(token)}, ${now})`
  return actor ?? 'invalid'
}

/** Returns the caller of an `Authorization` header with a working API key, or undefined for any other header. */
export async function findKeyCaller(
  sql: Queryable,
  authorization: string | undefined,
  now: Date,
): Promise<KeyActor | undefined> {
  const token = bearerOf(authorization ?? '')
  return isKey(token) ? findKey(sql, token, now) : undefined
}

/** Returns whether an `Authorization` header contains an API key, whether or not the key works. */
export function isKeyHeader(authorization: string): boolean {
  return isKey(bearerOf(authorization))
}

async function findKey(sql: Queryable, key: string, now: Date): Promise<KeyActor | undefined> {
  const [caller] = await sql<KeyActor[]>`select * from find_key_caller(${hashToken(key)}, ${now})`
  return caller
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer ([^ ]+)$/i.exec(authorization)?.[1]
}

/** Returns 256 random bits as 43 characters, for sign-ins and one-time links. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns whether a text has the form of a token. */
export function isToken(text: string | null | undefined): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text)
}

const keyPrefix = /^cv_(live|test)_/

/** Returns a token for an API key. Its prefix distinguishes test keys from live keys. */
export function makeKeyToken({ is_test }: { is_test: boolean }): string {
  return `cv_${is_test ? 'test' : 'live'}_${makeToken()}`
}

function isKey(text: string | undefined): text is string {
  return text !== undefined && keyPrefix.test(text) && isToken(text.replace(keyPrefix, ''))
}

/** Returns the stored form of a token. A plain hash is enough, because a token has 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
