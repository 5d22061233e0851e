import type { Queryable } from '../platform/database.server.ts'
import { isSealed, isSealedAnew, seal, type SealKeys, unseal } from '../platform/encryption.server.ts'

/** An admin's secret opens in that admin's row alone. */
const about = (adminId: string) => `admins.two_step_secret ${adminId}`

/** The secret as it is kept; undefined where there is no key to keep it under. */
export function sealSecret(keys: SealKeys, secret: string, adminId: string): string | undefined {
  return seal(keys, secret, about(adminId))
}

/** The secret out of what is kept. One from before secrets were sealed stands as it is until the next start. */
export function openSecret(keys: SealKeys, kept: string | null, adminId: string): string | undefined {
  if (kept === null) return undefined
  return isSealed(kept) ? unseal(keys, kept, about(adminId)) : kept
}

/** How many secrets were sealed anew, how many stand unsealed for want of a key, and how many no key opens. */
export type SecretsKept = { sealed: number; bare: number; lost: number }

/**
 * Seals all secrets with the first key: those from before, and those under an older key. A secret that changes meanwhile is
 * sealed already, and is left alone.
 */
export async function sealSecrets(sql: Queryable, keys: SealKeys): Promise<SecretsKept> {
  const kept = await sql<{ id: string; secret: string }[]>`
    select id, two_step_secret as secret from admins where two_step_secret is not null`
  const outcome: SecretsKept = { sealed: 0, bare: 0, lost: 0 }
  for (const { id, secret } of kept) {
    const open = openSecret(keys, secret, id)
    const sealed = open === undefined ? undefined : sealSecret(keys, open, id)
    if (open === undefined) outcome.lost++
    else if (sealed === undefined) outcome.bare++
    else if (!isSealedAnew(keys, secret)) {
      const { count } = await sql`
        update admins set two_step_secret = ${sealed} where id = ${id} and two_step_secret = ${secret}`
      outcome.sealed += count
    }
  }
  return outcome
}
