import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** 32 bytes each. The first seals; what was sealed under any of them opens. */
export type EncryptionKeys = readonly Buffer[]

const mark = 'sealed'
const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/**
 * Seals a text with the first key: AES-256-GCM of Node's own crypto, under a fresh nonce. `about` says whose it is and is
 * proved along, so that a sealed text opens nowhere but where it was put. Undefined without a key.
 */
export function encrypt(keys: EncryptionKeys, text: string, about: string): string | undefined {
  const [key] = keys
  if (!key) return undefined
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(about))
  const encrypted = [nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]
  return [mark, nameOf(key), Buffer.concat(encrypted).toString('base64url')].join(':')
}

/** Opens what was sealed; undefined where the key is not there (any more), or it was changed or put elsewhere. */
export function decrypt(keys: EncryptionKeys, encrypted: string, about: string): string | undefined {
  const [found, name, body = ''] = encrypted.split(':')
  const key = keys.find((one) => nameOf(one) === name)
  const bytes = Buffer.from(body, 'base64url')
  if (found !== mark || !key || bytes.length < nonceLength + tagLength) return undefined
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
  opening.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-tagLength))
  try {
    return opening.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + opening.final('utf8')
  } catch {
    // The tag does not fit: it is not what was sealed.
    return undefined
  }
}

export function isEncrypted(text: string): boolean {
  return text.startsWith(`${mark}:`)
}

/** Whether it was sealed with the key that seals now. */
export function isReencrypted([key]: EncryptionKeys, text: string): boolean {
  return key !== undefined && text.startsWith(`${mark}:${nameOf(key)}:`)
}

/** Says which key it was without saying anything about it. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12)
}
