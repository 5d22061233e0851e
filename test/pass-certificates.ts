import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

// The certificate is valid on the days of every test. Only `openssl ca` can set fixed days.
const authority = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
certificate = authority.pem
private_key = authority.key
default_md = sha256
rand_serial = yes
policy = any
[any]
UID = optional
CN = optional
OU = optional
`

const passType = '/UID=pass.example.bookings/CN=Pass Type ID/OU=TEAM123456'

/** Returns a certificate for passes, its key, and the certificate of its issuer, which acts as Apple; all three as PEM. */
export async function makePassCertificates(subject = passType) {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-pass-'))
  const openssl = (...words: string[]) => run('openssl', words, { cwd: folder })
  const request = (name: string, kind: string, ...words: string[]) =>
    openssl('req', '-newkey', kind, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.pem`, ...words)
  try {
    await writeFile(join(folder, 'ca.cnf'), authority)
    await writeFile(join(folder, 'index.txt'), '')
    await request('authority', 'rsa:2048', '-x509', '-days', '36500', '-subj', '/CN=Authority of the test')
    await request('pass', 'rsa:2048', '-subj', subject)
    const dates = ['-startdate', '20200101000000Z', '-enddate', '21000101000000Z']
    const signing = ['-config', 'ca.cnf', '-batch', '-notext', '-preserveDN', ...dates]
    await openssl('ca', ...signing, '-in', 'pass.pem', '-out', 'issued.pem')
    const [certificate, key, issuer] = await Promise.all(
      ['issued.pem', 'pass.key', 'authority.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    return { certificate: certificate!, key: key!, issuer: issuer! }
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Files = Record<string, Buffer>

/** Returns the files of a pass by name. The library stores them without compression. */
export function readPass(zip: Buffer): Files {
  const files: Files = {}
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [size, nameLength, extraLength] = [
      zip.readUInt32LE(at + 22),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ]
    const start = at + 30 + nameLength + extraLength
    files[zip.toString('utf8', at + 30, at + 30 + nameLength)] = zip.subarray(start, start + size)
    at = start + size
  }
  return files
}

/** Returns the subject of the certificate that signed a pass. Rejects unless openssl trusts the signature. */
export async function verifyPass({ signature, ...files }: Files, issuer: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-pass-'))
  try {
    await writeFile(join(folder, 'signature'), signature!)
    await writeFile(join(folder, 'manifest.json'), files['manifest.json']!)
    await writeFile(join(folder, 'issuer.pem'), issuer)
    const words =
      'smime -verify -inform DER -in signature -content manifest.json -CAfile issuer.pem -purpose any -no_check_time -signer by.pem'
    await run('openssl', words.split(' '), { cwd: folder })
    const { stdout } = await run('openssl', ['x509', '-in', 'by.pem', '-noout', '-subject'], { cwd: folder })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}
