import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as text of 43 characters: a session, or a link that works once. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text could be a token at all; anything else is not worth a query. */
export function isToken(text: string | null | undefined): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text)
}

/** All that is kept of a token. It holds 256 random bits, so a plain hash of it can not be guessed back. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
