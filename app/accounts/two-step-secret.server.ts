import type { Queryable } from '../platform/database.server.ts'
import {
  isEncrypted,
  hasCurrentKey,
  encrypt,
  type EncryptionKeys,
  decrypt,
} from '../platform/encryption.server.ts'

/** An admin's secret opens in that admin's row alone. */
const about = (adminId: string) => `admins.two_step_secret ${adminId}`

/** The secret as it is kept; undefined where there is no key to keep it under. */
export function encryptSecret(keys: EncryptionKeys, secret: string, adminId: string): string | undefined {
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
export type SecretsReport = { sealed: number; bare: number; lost: number }

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
