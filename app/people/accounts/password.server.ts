import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { createLoadQueue } from '../../platform/http/load-limiter.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { isBreached } from './breached-passwords.server.ts'
import { normalPassword, passwordSentences, readNewPassword } from './password.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { AdminActor, StaffMember } from '../sign-in/actor.ts'
import { giveAttemptBack, takeAttempts, type AttemptRefusal } from '../sign-in/attempt-limit.server.ts'
import { proofLimits } from '../sign-in/sign-in-limits.ts'

const derive = promisify(argon2)

// OWASP's minimum for argon2id takes about 25 ms of one core. A higher cost would slow down bookings on the same cores.
// Limits on attempts and the minimum length give further protection.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Limits how many hashes are computed at once, so that a flood of sign-ins is rejected. */
const queue = createLoadQueue({ at_once: 2, max_waiting: 64, longest_wait: 5_000 })

/** Returns the hash to store. Its PHC format contains the parameters of argon2id. */
export async function hashPassword(password: string): Promise<Result<string, 'busy'>> {
  const nonce = randomBytes(16)
  const tag = await deriveQueued({ message: normalPassword(password), nonce, ...cost, tagLength })
  return tag.ok ? ok(formatHash(nonce, tag.value)) : tag
}

function formatHash(nonce: Buffer, tag: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Returns whether the password matches the hash. Without a hash, returns false after the same time. */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
): Promise<Result<boolean, 'busy'>> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? unusedHash)
  if (!parts) return ok(false)
  const [memory = 0, passes = 0, parallelism = 0] = parts.slice(1, 4).map(Number)
  const [nonce, expected] = [Buffer.from(parts[4] ?? '', 'base64'), Buffer.from(parts[5] ?? '', 'base64')]
  const message = normalPassword(password)
  const tag = await deriveQueued({ message, nonce, memory, passes, parallelism, tagLength: expected.length })
  return tag.ok ? ok(timingSafeEqual(tag.value, expected) && hash != null) : tag
}

/** A hash that no password matches. Passwords are compared with it when there is no account. */
const unusedHash = formatHash(randomBytes(16), randomBytes(tagLength))

function deriveQueued(options: { message: string; nonce: Buffer } & typeof cost & { tagLength: number }) {
  return queue.run(
    async () => ok(await derive('argon2id', options)),
    () => refused('busy'),
  )
}

/**
 * Returns the new password, ready to be hashed, or the reason for refusing it. For example, the password is known from a
 * breach, or consists of the person's own words.
 */
export async function checkNewPassword(
  raw: string,
  ownWords: readonly string[],
): Promise<Result<string, { kind: 'password'; message: string }>> {
  const read = readNewPassword(raw, ownWords)
  const message = read.ok ? passwordSentences.breached : read.problem
  return !read.ok || (await isBreached(read.value)) ? refused({ kind: 'password', message }) : read
}

/** Returns the words that an account's password must not consist of: names, email address and location. */
export async function ownWordsOf(sql: Queryable, role: StaffMember['actor'], id: string): Promise<string[]> {
  const [words] =
    role === 'admin'
      ? await sql<Record<string, string | null>[]>`select name, email from admins where id = ${id}`
      : await sql<Record<string, string | null>[]>`
          select w.name, w.email, v.name as vineyard, v.city
          from winemakers w join vineyards v on v.id = w.vineyard_id
          where w.id = ${id}`
  return Object.values(words ?? {}).filter((word) => word !== null)
}

type PasswordProof = { name: string; email: string; password_hash: string }

/** Returns the name of the table with a role's accounts. */
export function accountTable(role: StaffMember['actor']) {
  return `${role}s` as const
}

/** Checks the actor's own password. Staff give it again before they change how they sign in. */
export async function proveOwnPassword(
  sql: Queryable,
  { limits }: Pick<Config, 'limits'>,
  by: StaffMember,
  password: string,
  now: Date,
): Promise<Result<PasswordProof, { kind: 'wrong' } | AttemptRefusal>> {
  const { subject, limits: ownLimits } = proofLimits(limits, 'password', by)
  const allowed = await takeAttempts(sql, ownLimits, now)
  if (!allowed.ok) return allowed
  const [account] = await sql<PasswordProof[]>`
    select name, email, password_hash
    from ${sql(accountTable(by.actor))}
    where id = ${by.actor_id} and password_hash is not null`
  const verified = await verifyPassword(password, account?.password_hash)
  if (!verified.ok) return refused({ kind: 'busy' })
  if (!account || !verified.value) return refused({ kind: 'wrong' })
  await giveAttemptBack(sql, subject, { all: true })
  return ok(account)
}

/**
 * Counts an attempt at an authenticator code against its limit. Call `giveBack` after a correct code: it gives all attempts back.
 */
export async function takeCodeAttempt(
  sql: Queryable,
  { limits }: Pick<Config, 'limits'>,
  by: AdminActor,
  now: Date,
): Promise<Result<{ giveBack: () => Promise<void> }, AttemptRefusal>> {
  const { subject, limits: ownLimits } = proofLimits(limits, 'code', by)
  const allowed = await takeAttempts(sql, ownLimits, now)
  return allowed.ok ? ok({ giveBack: () => giveAttemptBack(sql, subject, { all: true }) }) : allowed
}
