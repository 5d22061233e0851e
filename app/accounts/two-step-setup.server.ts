import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { EncryptionKeys } from '../platform/encryption.server.ts'
import type { AdminNeeds } from '../staff-client/admin.ts'
import { decryptSecret, encryptSecret } from './two-step-secret.server.ts'
import {
  hashRecoveryCode,
  makeRecoveryCodes,
  makeTwoStepSecret,
  stepOfCode,
  twoStepAddress,
} from './two-step.server.ts'

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
