import { randomBytes } from 'node:crypto'

import type { Queryable } from '../../platform/database/database.server.ts'
import { decrypt, encrypt, type EncryptionKeys, hasCurrentKey } from '../../platform/encryption.server.ts'

/** Returns a new signing secret as Standard Webhooks writes it. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Binds a secret to its webhook's row. */
const about = (webhookId: string) => `webhooks.secret ${webhookId}`

/** Returns undefined without a key. */
export function encryptWebhookSecret(keys: EncryptionKeys, secret: string, webhookId: string) {
  return encrypt(keys, secret, about(webhookId))
}

export function decryptWebhookSecret(keys: EncryptionKeys, stored: string, webhookId: string) {
  return decrypt(keys, stored, about(webhookId))
}

/** Encrypts with the first key all secrets that are under an older one. `lost` counts those that no key decrypts. */
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
