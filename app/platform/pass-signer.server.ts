import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

import { ok, type Result, refused } from './result.ts'

/** The keys that sign passes for Apple Wallet. The certificate names the pass type and the team. */
export type PassSigner = {
  certificate: string
  /** The certificate of the authority that issued `certificate`. */
  issuer: string
  key: string
  /** The id of the pass type, such as `pass.com.example.bookings`. */
  pass_type: string
  team: string
  valid_from: Date
  valid_until: Date
}

const pem = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g

/** Returns a signer made from two certificates and a key in PEM, or a line that says which setting is wrong. */
export function readPassSigner(certificates: string, keyText: string): Result<PassSigner, string> {
  const key = attemptTo(() => createPrivateKey(keyText))
  if (key?.asymmetricKeyType !== 'rsa')
    return refused('PASS_KEY: must be an RSA private key in PEM, without a password')
  const found = (certificates.match(pem) ?? []).map((text) => attemptTo(() => new X509Certificate(text)))
  const [one, other] = found
  if (found.length !== 2 || !one || !other)
    return refused('PASS_CERTIFICATE: must be two certificates in PEM, of the pass type and of its issuer')
  const [own, issuer] = one.checkPrivateKey(key) ? [one, other] : [other, one]
  if (!own.checkPrivateKey(key))
    return refused('PASS_KEY: must be the key of a certificate in PASS_CERTIFICATE')
  if (!own.checkIssued(issuer) || !own.verify(issuer.publicKey))
    return refused(
      'PASS_CERTIFICATE: must also hold the certificate of the authority that issued the pass certificate',
    )
  const pass_type = nameIn(own, 'UID')
  const team = nameIn(own, 'OU')
  if (pass_type === undefined || team === undefined)
    return refused(
      'PASS_CERTIFICATE: must name a pass type (UID) and a team (OU), as Apple’s certificates do',
    )
  return ok({
    certificate: own.toString(),
    issuer: issuer.toString(),
    key: toPem(key),
    pass_type,
    team,
    valid_from: new Date(own.validFrom),
    valid_until: new Date(own.validTo),
  })
}

const nameIn = ({ subject }: X509Certificate, name: 'UID' | 'OU') =>
  subject
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Returns a key in the form that every reader of PEM understands. */
const toPem = (key: KeyObject) => key.export({ type: 'pkcs1', format: 'pem' }).toString()

function attemptTo<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
