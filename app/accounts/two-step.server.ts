import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'

import { hashToken } from './session.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import {
  isEncrypted,
  hasCurrentKey,
  encrypt,
  type EncryptionKeys,
  decrypt,
} from '../platform/encryption.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { AdminNeeds } from '../staff-client/admin.ts'

const period = 30
/** In letters; 80 bits, so that not even its hash can be guessed back. */
const recoveryLength = 16
const recoveryAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function makeTwoStepSecret(): string {
  return generateSecret()
}

/** What an authenticator app reads, typed or as a picture. */
function twoStepAddress(secret: string, email: string): string {
  return generateURI({ issuer: 'Chalk & Vine', label: email, secret })
}

/**
 * The time step that a code belongs to: the present one, or one to either side, because phones go wrong by seconds.
 * Undefined where it is none, or nobody knows the secret. Whoever takes the code must also spend the step.
 */
export async function stepOfCode(
  secret: string | undefined,
  code: string,
  now: Date,
): Promise<number | undefined> {
  if (secret === undefined) return undefined
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const checked = await verify({ secret, token, epoch, epochTolerance: period, period })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}

/** Ten codes to write down, each of which stands in for the app once. */
function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const alphabet = [...randomBytes(recoveryLength)].map(
      (byte) => recoveryAlphabet[byte % recoveryAlphabet.length],
    )
    return (alphabet.join('').match(/.{4}/g) ?? []).join('-')
  })
}

/** A recovery code as it is kept, however it was typed; undefined for what is none. */
export function hashRecoveryCode(typed: string): Buffer | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === recoveryLength ? hashToken(code) : undefined
}

/** An admin's secret opens in that admin's row alone. */
const about = (adminId: string) => `admins.two_step_secret ${adminId}`

/** The secret as it is kept; undefined where there is no key to keep it under. */
function encryptSecret(keys: EncryptionKeys, secret: string, adminId: string): string | undefined {
  return encrypt(keys, secret, about(adminId))
}

/** The secret out of what is kept. One from before secrets were sealed stands as it is until the next start. */
export function decryptSecret(
  keys: EncryptionKeys,
  kept: string | null,
  adminId: string,
): string | undefined {
  if (kept === null) return undefined
  return isEncrypted(kept) ? decrypt(keys, kept, about(adminId)) : kept
}

/** How many secrets were sealed anew, how many stand unsealed for want of a key, and how many no key opens. */
type SecretsReport = { sealed: number; bare: number; lost: number }

/**
 * Seals all secrets with the first key: those from before, and those under an older key. A secret that changes meanwhile is
 * sealed already, and is left alone.
 */
export async function encryptSecrets(sql: Queryable, keys: EncryptionKeys): Promise<SecretsReport> {
  const kept = await sql<{ id: string; secret: string }[]>`
    select id, two_step_secret as secret from admins where two_step_secret is not null`
  const outcome: SecretsReport = { sealed: 0, bare: 0, lost: 0 }
  for (const { id, secret } of kept) {
    const open = decryptSecret(keys, secret, id)
    const encrypted = open === undefined ? undefined : encryptSecret(keys, open, id)
    if (open === undefined) outcome.lost++
    else if (encrypted === undefined) outcome.bare++
    else if (!hasCurrentKey(keys, secret)) {
      const { count } = await sql`
        update admins set two_step_secret = ${encrypted} where id = ${id} and two_step_secret = ${secret}`
      outcome.sealed += count
    }
  }
  return outcome
}

type Offer = Extract<AdminNeeds, { needs: 'two_step' }>

/** What somebody puts into their app; the same at each look, until it is turned on. `no_key`: it could not be kept. */
export async function offerTwoStep(
  sql: Queryable,
  keys: EncryptionKeys,
  admin: { id: string; email: string },
): Promise<Result<Offer, 'on_already' | 'no_key'>> {
  const fresh = makeTwoStepSecret()
  const encrypted = encryptSecret(keys, fresh, admin.id)
  if (encrypted === undefined) return refused('no_key')
  const [offered] = await sql<{ kept: string }[]>`
    update admins set two_step_secret = coalesce(two_step_secret, ${encrypted})
    where id = ${admin.id} and two_step_since is null
    returning two_step_secret as kept`
  if (!offered) return refused('on_already')
  const known = decryptSecret(keys, offered.kept, admin.id)
  // One that was offered under a key that is gone proves nothing yet: another one takes its place.
  if (known === undefined)
    await sql`update admins set two_step_secret = ${encrypted} where id = ${admin.id} and two_step_secret = ${offered.kept}`
  const secret = known ?? fresh
  return ok({ needs: 'two_step', secret, address: twoStepAddress(secret, admin.email) })
}

/** Turns the second step on, after a first code was right. Returns the recovery codes, which nobody sees again. */
export async function turnTwoStepOn(sql: Queryable, adminId: string, now: Date): Promise<string[]> {
  const codes = makeRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(code) ?? Buffer.alloc(0))
  await sql`update admins set two_step_since = ${now} where id = ${adminId}`
  await sql`delete from admin_recovery_codes where admin_id = ${adminId}`
  await sql`
    insert into admin_recovery_codes (admin_id, code_hash)
    select ${adminId}, decode(code_hash, 'hex')
    from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) as code_hash`
  return codes
}

/** Turns it on for somebody signed in, by a first code of the app. */
export async function confirmTwoStep(
  sql: Queryable,
  keys: EncryptionKeys,
  adminId: string,
  code: string,
  now: Date,
): Promise<Result<{ recovery_codes: string[] }, 'wrong_code' | 'on_already'>> {
  const [pending] = await sql<{ two_step_secret: string | null; two_step_since: Date | null }[]>`
    select two_step_secret, two_step_since from admins where id = ${adminId} for update`
  if (pending?.two_step_since) return refused('on_already')
  const step = await stepOfCode(decryptSecret(keys, pending?.two_step_secret ?? null, adminId), code, now)
  if (step === undefined) return refused('wrong_code')
  await sql`update admins set two_step_spent = ${step} where id = ${adminId}`
  return ok({ recovery_codes: await turnTwoStepOn(sql, adminId, now) })
}

/** Turns it off, by a code of the app: whoever merely found a browser open can not. */
export async function turnTwoStepOff(
  sql: Queryable,
  keys: EncryptionKeys,
  adminId: string,
  code: string,
  now: Date,
): Promise<Result<undefined, 'wrong_code'>> {
  const [on] = await sql<{ two_step_secret: string }[]>`
    select two_step_secret from admins where id = ${adminId} and two_step_since is not null`
  const step = await stepOfCode(decryptSecret(keys, on?.two_step_secret ?? null, adminId), code, now)
  if (step === undefined) return refused('wrong_code')
  const off = await sql`
    update admins set two_step_since = null, two_step_secret = null, two_step_spent = ${step}
    where id = ${adminId} and two_step_spent < ${step}
    returning id`
  if (off.length === 0) return refused('wrong_code')
  await sql`delete from admin_recovery_codes where admin_id = ${adminId}`
  return ok(undefined)
}
