import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import { z } from 'zod'

import { queueEmail } from '../../mail/queue-email.server.ts'
import { hashToken } from './session.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import {
  isEncrypted,
  encrypt,
  type EncryptionKeys,
  decrypt,
  reencryptColumn,
} from '../../platform/encryption.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'

const period = 30
/** The number of characters in a recovery code. Together they have 80 random bits, so nobody can find a code from its hash. */
const recoveryLength = 16
const recoveryAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Returns the time step of a code, at most one step from now, or undefined if the code is wrong. Callers must
 * mark the step as used.
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
  // The secret of a damaged row is not base32. Every code is then refused.
  const checked = await verify({ secret, token, epoch, epochTolerance: period, period }).catch(() => null)
  return checked?.valid && 'timeStep' in checked ? checked.timeStep : undefined
}

/** Returns ten codes for the admin to write down. Each code can replace the app once. */
function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const code = [...randomBytes(recoveryLength)].map(
      (byte) => recoveryAlphabet[byte % recoveryAlphabet.length],
    )
    return (code.join('').match(/.{4}/g) ?? []).join('-')
  })
}

/** Returns the stored form of a typed recovery code, or undefined if it is malformed. */
export function hashRecoveryCode(typed: string): Buffer | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === recoveryLength ? hashToken(code) : undefined
}

/** Returns the context that ties an encrypted secret to its admin's row. */
const about = (adminId: string) => `admins.two_step_secret ${adminId}`

/** Returns the stored secret as plain text. A secret from before encryption stays plain text until the site starts again. */
export function decryptSecret(
  keys: EncryptionKeys,
  stored: string | null,
  adminId: string,
): string | undefined {
  if (stored === null) return undefined
  return isEncrypted(stored) ? decrypt(keys, stored, about(adminId)) : stored
}

/** Encrypts the secrets of all authenticator apps with the first key. Returns the counts of `reencryptColumn`. */
export const encryptSecrets = (sql: Queryable, keys: EncryptionKeys) =>
  reencryptColumn(sql, keys, { table: 'admins', column: 'two_step_secret' }, about)

/** The data for an authenticator app: the secret, and the otpauth address that contains the secret. */
export const twoStepOffer = z.object({
  needs: z.literal('two_step'),
  secret: z.string(),
  address: z.string(),
})

/**
 * Returns the secret with which an app is set up. The secret stays the same until two-step sign-in is on. `no_key`
 * means that the secret could not be encrypted.
 */
export async function offerTwoStep(
  sql: Queryable,
  keys: EncryptionKeys,
  admin: { id: string; email: string },
): Promise<Result<z.output<typeof twoStepOffer>, 'on_already' | 'no_key'>> {
  const newSecret = generateSecret()
  const encrypted = encrypt(keys, newSecret, about(admin.id))
  if (encrypted === undefined) return refused('no_key')
  const [pending] = await sql<{ stored: string }[]>`
    update admins set two_step_secret = coalesce(two_step_secret, ${encrypted})
    where id = ${admin.id} and two_step_since is null
    returning two_step_secret as stored`
  if (!pending) return refused('on_already')
  const pendingSecret = decryptSecret(keys, pending.stored, admin.id)
  // A pending secret whose key is lost is replaced.
  if (pendingSecret === undefined)
    await sql`update admins set two_step_secret = ${encrypted} where id = ${admin.id} and two_step_secret = ${pending.stored}`
  const secret = pendingSecret ?? newSecret
  const address = generateURI({ issuer: 'Chalk & Vine', label: admin.email, secret })
  return ok({ needs: 'two_step', secret, address })
}

/** Emails an admin that two-step sign-in was turned on or off. */
async function mailChange(
  sql: Queryable,
  { email, ...payload }: { email: string; name: string; is_on: boolean },
  now: Date,
): Promise<void> {
  await queueEmail(sql, { email_type: 'two_step_changed', to_address: email, payload }, now)
}

/**
 * Turns two-step sign-in on without checking a code. Returns the recovery codes, which are shown only once.
 */
export async function turnTwoStepOn(sql: Queryable, adminId: string, now: Date): Promise<string[]> {
  const codes = makeRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(code) ?? Buffer.alloc(0))
  const [admin] = await sql<{ name: string; email: string }[]>`
    update admins set two_step_since = ${now} where id = ${adminId} returning name, email`
  if (admin) await mailChange(sql, { ...admin, is_on: true }, now)
  await sql`delete from admin_recovery_codes where admin_id = ${adminId}`
  await sql`
    insert into admin_recovery_codes (admin_id, code_hash)
    select ${adminId}, decode(code_hash, 'hex')
    from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) as code_hash`
  return codes
}

/** Turns two-step sign-in on for a signed-in admin after the first correct code. */
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

/** Turns two-step sign-in off. A code is required, so that access to an unattended browser is not enough. */
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
  const spent = await sql`
    update admins set two_step_spent = ${step}
    where id = ${adminId} and two_step_spent not between ${step} and ${step} + 2
    returning id`
  if (spent.length === 0) return refused('wrong_code')
  await removeTwoStep(sql, adminId, now)
  return ok(undefined)
}

/** Turns two-step sign-in off without a code, and emails the admin. Returns false if it is already off. */
export async function removeTwoStep(sql: Queryable, adminId: string, now: Date): Promise<boolean> {
  const [admin] = await sql<{ name: string; email: string }[]>`
    update admins set two_step_since = null, two_step_secret = null
    where id = ${adminId} and two_step_since is not null
    returning name, email`
  if (!admin) return false
  await sql`delete from admin_recovery_codes where admin_id = ${adminId}`
  await mailChange(sql, { ...admin, is_on: false }, now)
  return true
}
