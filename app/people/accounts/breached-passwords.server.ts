import { createHash } from 'node:crypto'

import { normalPassword, passwordLength } from './password.ts'

/** How many bytes of each hash are stored. With four bytes, one in 38,000 passwords outside the list is refused by mistake. */
const size = 4

function fingerprintOf(password: string): number {
  return createHash('sha256').update(normalPassword(password).toLowerCase()).digest().readUInt32BE()
}

/** Returns the sorted fingerprints of the passwords. Passwords that are too short to be chosen are left out. */
export function fingerprintsOf(passwords: readonly string[]): Buffer {
  const long = passwords.filter((password) => [...password].length >= passwordLength.shortest)
  const sorted = Uint32Array.from(new Set(long.map(fingerprintOf))).sort()
  const bytes = Buffer.alloc(sorted.length * size)
  for (const [n, fingerprint] of sorted.entries()) bytes.writeUInt32BE(fingerprint, n * size)
  return bytes
}

let loaded: Promise<Buffer> | undefined

/** Returns whether a password is known from breaches of other sites, whatever the case of its letters. */
export async function isBreached(password: string): Promise<boolean> {
  // The list is loaded only when the first new password is checked, because most processes never need it.
  loaded ??= import('./breached-passwords.generated.ts').then(({ fingerprints }) =>
    Buffer.from(fingerprints, 'base64'),
  )
  const [fingerprints, wanted] = [await loaded, fingerprintOf(password)]
  let [low, high] = [0, fingerprints.length / size]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (fingerprints.readUInt32BE(middle * size) < wanted) low = middle + 1
    else high = middle
  }
  return low * size < fingerprints.length && fingerprints.readUInt32BE(low * size) === wanted
}
