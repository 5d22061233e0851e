import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

const flags = { present: 1, verified: 4, attested: 64 }

/** The claims of a device and its browser about themselves. Tests change these claims to send wrong answers. */
type Claims = { origin: string; host: string; counter: number; verifies: boolean; type?: string }

/** Returns a simulated device with one passkey (ES256), which signs as a browser and an authenticator do. */
export function makeAuthenticator(user_id: string, site = 'http://site.test', credentialId?: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = credentialId === undefined ? randomBytes(16) : Buffer.from(credentialId, 'base64url')
  const usual: Claims = { origin: site, host: new URL(site).hostname, counter: 0, verifies: true }
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = ({ host, counter, verifies }: Claims, attested: Buffer) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flag = flags.present | (verifies ? flags.verified : 0) | (attested.length > 0 ? flags.attested : 0)
    return Buffer.concat([sha256(host), Buffer.from([flag]), count, attested])
  }
  return {
    id: id.toString('base64url'),
    /** Answers a request to create a passkey. The answer contains no attestation. */
    register(challenge: string, claims: Partial<Claims> = {}) {
      const said = { ...usual, ...claims }
      // The key in COSE format (RFC 9053): EC2, ES256, P-256.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, 'base64url')),
      ])
      const data = authenticatorData(
        said,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]),
      )
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ])
      const client = clientData(said.type ?? 'webauthn.create', challenge, said.origin)
      return {
        id: id.toString('base64url'),
        client_data: client.toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    /** Signs the challenge of a sign-in. */
    sign(challenge: string, claims: Partial<Claims> = {}) {
      const said = { ...usual, ...claims }
      const data = authenticatorData(said, Buffer.alloc(0))
      const client = clientData(said.type ?? 'webauthn.get', challenge, said.origin)
      return {
        id: id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        user_handle: Buffer.from(user_id.replaceAll('-', ''), 'hex').toString('base64url'),
      }
    },
  }
}
