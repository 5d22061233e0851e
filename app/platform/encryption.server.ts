import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

import type { Queryable } from './database/database.server.ts'

/** Keys of 32 bytes. The first one encrypts, all of them decrypt. */
export type EncryptionKeys = readonly Buffer[]

const mark = 'sealed'
const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/**
 * Encrypts a text with the first key (AES-256-GCM, random nonce). `about` names the owner of the text and is authenticated,
 * so the text can be decrypted only for the same owner. Returns undefined without a key.
 */
export function encrypt(keys: EncryptionKeys, text: string, about: string): string | undefined {
  const [key] = keys
  if (!key) return undefined
  const nonce = randomBytes(nonceLength)
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagLength }).setAAD(
    Buffer.from(about),
  )
  const encrypted = [nonce, encryption.update(text, 'utf8'), encryption.final(), encryption.getAuthTag()]
  return [mark, nameOf(key), Buffer.concat(encrypted).toString('base64url')].join(':')
}

/** Decrypts a text. Returns undefined if its key is missing, or if the text was changed or belongs to another owner. */
export function decrypt(keys: EncryptionKeys, encrypted: string, about: string): string | undefined {
  const [found, name, body = ''] = encrypted.split(':')
  const key = keys.find((key) => nameOf(key) === name)
  const bytes = Buffer.from(body, 'base64url')
  if (found !== mark || !key || bytes.length < nonceLength + tagLength) return undefined
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  decryption.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-tagLength))
  try {
    return (
      decryption.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decryption.final('utf8')
    )
  } catch {
    // The authentication tag does not match.
    return undefined
  }
}

export function isEncrypted(text: string): boolean {
  return text.startsWith(`${mark}:`)
}

/**
 * Encrypts the texts of a column with the first key if they are plain or were encrypted with an older key. Returns how many
 * texts were encrypted, how many stay plain without a key, and how many no key decrypts.
 */
export async function reencryptColumn(
  sql: Queryable,
  keys: EncryptionKeys,
  { table, column }: { table: string; column: string },
  about: (id: string) => string,
): Promise<{ encrypted: number; plain: number; lost: number }> {
  const rows = await sql<{ id: string; stored: string }[]>`
    select id, ${sql(column)} as stored from ${sql(table)} where ${sql(column)} is not null`
  const report = { encrypted: 0, plain: 0, lost: 0 }
  for (const { id, stored } of rows) {
    const open = isEncrypted(stored) ? decrypt(keys, stored, about(id)) : stored
    const encrypted = open === undefined ? undefined : encrypt(keys, open, about(id))
    if (open === undefined) report.lost++
    else if (encrypted === undefined) report.plain++
    else if (!hasCurrentKey(keys, stored)) {
      // Skips a text that changes meanwhile.
      const { count } = await sql`
        update ${sql(table)} set ${sql({ [column]: encrypted })} where id = ${id} and ${sql(column)} = ${stored}`
      report.encrypted += count
    }
  }
  return report
}

/** Returns whether a text is encrypted with the first key. */
export function hasCurrentKey([key]: EncryptionKeys, text: string): boolean {
  return key !== undefined && text.startsWith(`${mark}:${nameOf(key)}:`)
}

/** Names a key without revealing it. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12)
}
