import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{app,server,clone-packages}/**/*.{ts,tsx,mjs}', { exclude: ['**/node_modules/**'] })
  .filter((file) => !/\.test\.|\/test-process\./.test(file))
  .toSorted()
const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Returns the distinct texts that match a pattern. */
const found = (pattern: RegExp, where = texts) =>
  [
    ...new Set(where.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]))),
  ].toSorted()
const namesOf = (module: string) =>
  found(new RegExp(`import \\{([^}]+)\\} from '${module}'`, 'g'))
    .flatMap((list) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))

const code = /\beval\(|\bnew Function\(|from 'node:vm'|\bset(?:Timeout|Interval)\(['"`]/g

// ASVS 1.3.2 1.3.7 1.5.2
test('no text is run as code', () => {
  expect(files.length).toBeGreaterThan(700)
  expect(found(code)).toEqual([])
  const text = "eval(x); new Function('x'); import 'a' from 'node:vm'; setTimeout('x')"
  expect(found(code, [{ file: 'a.ts', text }])).toHaveLength(4)
})

// ASVS 1.2.5 15.1.5
test('programs are started without a shell, and never by a file that answers requests', () => {
  const starts = /\bfrom 'node:child_process'|\bshell:/g
  expect([...new Set(namesOf('node:child_process'))].toSorted()).toEqual([
    'execFile',
    'execFileSync',
    'fork',
    'spawn',
    'spawnSync',
  ])
  expect(found(starts)).toEqual(["from 'node:child_process'"])
  expect(texts.filter(({ file, text }) => file.startsWith('app/') && text.search(starts) >= 0)).toEqual([])
})

const algorithm =
  /(?<!z\.hash\()'(md5|sha-?\d+|aes-?[\w-]+|des(?:-[\w-]+)?|rc4|argon2\w*|scrypt|pbkdf2|rsa[\w-]*)'/gi

// ASVS 11.1.3 11.2.1 11.2.3 11.3.1 11.3.2 11.4.1 11.4.3
test('our own cryptography uses only Node’s modules, with AES-256-GCM, SHA-256 and argon2id', () => {
  expect([...new Set(namesOf('node:crypto'))].toSorted()).toEqual([
    // Reads the certificate that signs passes for Apple Wallet.
    'X509Certificate',
    'argon2',
    'createCipheriv',
    'createDecipheriv',
    'createHash',
    'createPrivateKey',
    'hash',
    'hkdfSync',
    'randomBytes',
    'randomUUID',
    'timingSafeEqual',
  ])
  expect(found(algorithm)).toEqual(['SHA-256', 'aes-256-gcm', 'argon2id', 'rsa', 'sha256'])
  expect(found(algorithm, [{ file: 'a.ts', text: "createHash('md5'); f('AES-128-ECB')" }])).toEqual([
    'AES-128-ECB',
    'md5',
  ])
})

// ASVS 6.5.3 11.5.2
test('only pauses and the order of work depend on JavaScript’s weak random numbers', () => {
  const weak = texts.filter(({ text }) => text.includes('Math.random')).map(({ file }) => file)
  expect(weak).toEqual([
    'app/mail/outbox.server.ts',
    'app/partners/webhooks/deliver-webhook.server.ts',
    'app/platform/database/retry.server.ts',
    'server/jobs/calendar-jobs.ts',
  ])
})

// ASVS 15.2.4
test('the lock file has a hash of every package that ships', () => {
  type Locked = { integrity?: string; link?: boolean; dev?: boolean; resolved?: string }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>
  }
  const installed = Object.entries(packages).filter(
    ([path, { link, dev }]) => path.startsWith('node_modules/') && !link && !dev,
  )
  expect(installed.length).toBeGreaterThan(100)
  expect(
    installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([])
  const foreign = installed.filter(
    ([, { resolved = 'https://registry.npmjs.org/' }]) => !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(foreign).toEqual([])
})
