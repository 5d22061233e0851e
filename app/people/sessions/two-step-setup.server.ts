import type { Queryable } from '../../platform/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { AdminNeeds } from '../admin.ts'
import {
  hashRecoveryCode,
  makeRecoveryCodes,
  makeTwoStepSecret,
  stepOfCode,
  twoStepAddress,
} from './two-step.server.ts'

type Offer = Extract<AdminNeeds, { needs: 'two_step' }>

/** What somebody puts into their app; the same at each look, until it is turned on, and then nothing. */
export async function offerTwoStep(
  sql: Queryable,
  admin: { id: string; email: string },
): Promise<Offer | undefined> {
  const [offered] = await sql<{ secret: string }[]>`
    update admins set two_step_secret = coalesce(two_step_secret, ${makeTwoStepSecret()})
    where id = ${admin.id} and two_step_since is null
    returning two_step_secret as secret`
  if (!offered) return undefined
  const { secret } = offered
  return { needs: 'two_step', secret, address: twoStepAddress(secret, admin.email) }
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
  adminId: string,
  code: string,
  now: Date,
): Promise<Result<{ recovery_codes: string[] }, 'wrong_code' | 'on_already'>> {
  const [pending] = await sql<{ two_step_secret: string | null; two_step_since: Date | null }[]>`
    select two_step_secret, two_step_since from admins where id = ${adminId} for update`
  if (pending?.two_step_since) return refused('on_already')
  const step = pending?.two_step_secret ? await stepOfCode(pending.two_step_secret, code, now) : undefined
  if (step === undefined) return refused('wrong_code')
  await sql`update admins set two_step_spent = ${step} where id = ${adminId}`
  return ok({ recovery_codes: await turnTwoStepOn(sql, adminId, now) })
}

/** Turns it off, by a code of the app: whoever merely found a browser open can not. */
export async function turnTwoStepOff(
  sql: Queryable,
  adminId: string,
  code: string,
  now: Date,
): Promise<Result<undefined, 'wrong_code'>> {
  const [on] = await sql<{ two_step_secret: string }[]>`
    select two_step_secret from admins where id = ${adminId} and two_step_since is not null`
  const step = on && (await stepOfCode(on.two_step_secret, code, now))
  if (step === undefined) return refused('wrong_code')
  const off = await sql`
    update admins set two_step_since = null, two_step_secret = null, two_step_spent = ${step}
    where id = ${adminId} and two_step_spent < ${step}
    returning id`
  if (off.length === 0) return refused('wrong_code')
  await sql`delete from admin_recovery_codes where admin_id = ${adminId}`
  return ok(undefined)
}
