import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { createLoadQueue } from '../platform/http/load-limiter.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { normalPassword } from './password.ts'
import type { Config } from '../platform/config.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { AdminActor, WinemakerActor } from './actor.ts'
import { giveAttemptBack, takeAttempts, type HeldUp } from './attempt-limit.server.ts'
import { proofLimits } from '../staff-client/sign-in.ts'

const derive = promisify(argon2)

// OWASP's minimum for argon2id, about 25 ms of one core. A higher cost would slow down bookings on the same cores; attempt
// limits and the minimum length protect further.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Limits concurrent hashes, so that a flood of sign-ins is rejected. */
const queue = createLoadQueue({ at_once: 2, max_waiting: 64, longest_wait: 5_000 })

/** The hash to store, in PHC format with its parameters. */
export async function hashPassword(password: string): Promise<Result<string, 'busy'>> {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = cost
  const tag = await deriveQueued({ message: normalPassword(password), nonce, ...cost, tagLength })
  if (!tag.ok) return tag
  return ok(
    `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag.value)}`,
  )
}

/** Whether the password matches the hash. Without a hash it is false after the same time. */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
): Promise<Result<boolean, 'busy'>> {
  const phc = hash ?? unusedHash
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  if (!parts) return ok(false)
  const [memory, passes, parallelism] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const [nonce, expected] = [Buffer.from(parts[4] ?? '', 'base64'), Buffer.from(parts[5] ?? '', 'base64')]
  const message = normalPassword(password)
  const tag = await deriveQueued({ message, nonce, memory, passes, parallelism, tagLength: expected.length })
  if (!tag.ok) return tag
  return ok(timingSafeEqual(tag.value, expected) && hash !== null && hash !== undefined)
}

/** A hash that no password matches, compared when there is no account. */
const unusedHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(tagLength))}`

async function deriveQueued(
  options: { message: string; nonce: Buffer } & typeof cost & { tagLength: number },
): Promise<Result<Buffer, 'busy'>> {
  if ((await queue.enter()) !== 'entered') return refused('busy')
  try {
    return ok(await derive('argon2id', options))
  } finally {
    queue.leave()
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

type PasswordProof = { name: string; email: string; password_hash: string }

const accounts = { winemaker: 'winemakers', admin: 'admins' } as const

export function accountTable(role: keyof typeof accounts): string {
  return accounts[role]
}

/** Checks the actor's own password: an open session alone must not be enough to change how they sign in. */
export async function proveOwnPassword(
  sql: Queryable,
  { limits }: Pick<Config, 'limits'>,
  by: WinemakerActor | AdminActor,
  password: string,
  now: Date,
): Promise<Result<PasswordProof, { kind: 'wrong' } | HeldUp>> {
  const [own] = await sql<(Omit<PasswordProof, 'password_hash'> & { password_hash: string | null })[]>`
    select name, email, password_hash from ${sql(accountTable(by.actor))} where id = ${by.actor_id}`
  const counted = proofLimits(limits, 'password', by)
  const allowed = await takeAttempts(sql, counted.limits, now)
  if (!allowed.ok) return refused({ kind: 'wait', ...allowed.problem })
  const verified = await verifyPassword(password, own?.password_hash)
  if (!verified.ok) return refused({ kind: 'busy' })
  if (!own?.password_hash || !verified.value) return refused({ kind: 'wrong' })
  await giveAttemptBack(sql, counted.subject, { all: true })
  return ok({ ...own, password_hash: own.password_hash })
}

/** Takes one of the limited attempts at an authenticator code. `giveBack` returns it after a correct code. */
export async function takeCodeAttempt(
  sql: Queryable,
  { limits }: Pick<Config, 'limits'>,
  by: AdminActor,
  now: Date,
): Promise<Result<{ giveBack: () => Promise<void> }, HeldUp>> {
  const counted = proofLimits(limits, 'code', by)
  const allowed = await takeAttempts(sql, counted.limits, now)
  if (!allowed.ok) return refused({ kind: 'wait', ...allowed.problem })
  return ok({ giveBack: () => giveAttemptBack(sql, counted.subject, { all: true }) })
}
