import { randomBytes } from 'node:crypto'

import type { Queryable } from '../../platform/database/database.server.ts'
import { decrypt, encrypt, type EncryptionKeys, hasCurrentKey } from '../../platform/encryption.server.ts'

/** Returns a new signing secret in the format of Standard Webhooks. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Returns the context of the encryption, which ties a secret to the row of its webhook. */
const about = (webhookId: string) => `webhooks.secret ${webhookId}`

/** Encrypts a signing secret. Returns undefined if no encryption key is configured. */
export function encryptWebhookSecret(keys: EncryptionKeys, secret: string, webhookId: string) {
  return encrypt(keys, secret, about(webhookId))
}

export function decryptWebhookSecret(keys: EncryptionKeys, stored: string, webhookId: string) {
  return decrypt(keys, stored, about(webhookId))
}

/**
 * Re-encrypts with the first key every secret that was encrypted with another key. `lost` is the number of secrets that
 * no key decrypts.
 */
export async function reencryptWebhookSecrets(
  sql: Queryable,
  keys: EncryptionKeys,
): Promise<{ encrypted: number; lost: number }> {
  const rows = await sql<{ id: string; secret: string; previous_secret: string | null }[]>`
    select id, secret, previous_secret from webhooks`
  const outcome = { encrypted: 0, lost: 0 }
  for (const { id, ...stored } of rows)
    for (const column of ['secret', 'previous_secret'] as const) {
      const before = stored[column]
      if (before === null || hasCurrentKey(keys, before)) continue
      const open = decryptWebhookSecret(keys, before, id)
      const after = open === undefined ? undefined : encryptWebhookSecret(keys, open, id)
      if (after === undefined) outcome.lost++
      else {
        const { count } = await sql`
          update webhooks set ${sql({ [column]: after })} where id = ${id} and ${sql(column)} = ${before}`
        outcome.encrypted += count
      }
    }
  return outcome
}
