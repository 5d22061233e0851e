import { randomBytes } from 'node:crypto'

import type { Queryable } from '../../platform/database/database.server.ts'
import { decrypt, encrypt, type EncryptionKeys, reencryptColumn } from '../../platform/encryption.server.ts'

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

/** Encrypts the secrets of all webhooks with the first key. `lost` is the number of secrets that no key decrypts. */
export async function reencryptWebhookSecrets(sql: Queryable, keys: EncryptionKeys) {
  const current = await reencryptColumn(sql, keys, { table: 'webhooks', column: 'secret' }, about)
  const previous = await reencryptColumn(sql, keys, { table: 'webhooks', column: 'previous_secret' }, about)
  return { encrypted: current.encrypted + previous.encrypted, lost: current.lost + previous.lost }
}
