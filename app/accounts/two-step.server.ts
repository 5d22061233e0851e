import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'

import { hashToken } from './token.server.ts'

const period = 30
/** In letters; 80 bits, so that not even its hash can be guessed back. */
const recoveryLength = 16
const recoveryAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function makeTwoStepSecret(): string {
  return generateSecret()
}

/** What an authenticator app reads, typed or as a picture. */
export function twoStepAddress(secret: string, email: string): string {
  return generateURI({ issuer: 'Chalk & Vine', label: email, secret })
}

/**
 * The time step that a code belongs to: the present one, or one to either side, because phones go wrong by seconds.
 * Undefined where it is none, or nobody knows the secret. Whoever takes the code must also spend the step.
 */
export async function stepOfCode(
  secret: string | undefined,
  code: string,
  now: Date,
): Promise<number | undefined> {
  if (secret === undefined) return undefined
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const checked = await verify({ secret, token, epoch, epochTolerance: period, period })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}

/** Ten codes to write down, each of which stands in for the app once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const alphabet = [...randomBytes(recoveryLength)].map(
      (byte) => recoveryAlphabet[byte % recoveryAlphabet.length],
    )
    return (alphabet.join('').match(/.{4}/g) ?? []).join('-')
  })
}

/** A recovery code as it is kept, however it was typed; undefined for what is none. */
export function hashRecoveryCode(typed: string): Buffer | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === recoveryLength ? hashToken(code) : undefined
}
