import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import { decryptSecret } from '../app/people/sign-in/two-step.server.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { hasCurrentKey } from '../app/platform/encryption.server.ts'
import { decryptWebhookSecret } from '../app/partners/webhooks/webhook-secret.server.ts'
import { ownDatabase } from '../test/database.ts'
import { makeAdmin, makeWinemaker } from '../test/make.ts'
import { makeWebhook } from '../test/webhooks.ts'
import { readOrCreate, reencryptSecrets, withSecretsKey } from './secrets.ts'

const sql = await ownDatabase()
const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
afterAll(() => rm(folder, { recursive: true }))
const configOf = (env: Record<string, string>) => readConfig({ DATA_FOLDER: join(folder, 'data'), ...env })

// ASVS 13.3.2
test('the embedded database has one random key, in a file that only the file’s owner can read', async () => {
  const [one, other] = await Promise.all([withSecretsKey(configOf({})), withSecretsKey(configOf({}))])
  expect(one.secrets_keys.map(({ length }) => length)).toEqual([32])
  expect(other.secrets_keys).toEqual(one.secrets_keys)
  const file = join(folder, 'data', 'secrets.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toEqual(one.secrets_keys[0])
  await writeFile(file, 'torn')
  await expect(withSecretsKey(configOf({}))).rejects.toThrow('holds no key')
})

test('a configured key is used, and an external database gets no random key', async () => {
  const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
  expect((await withSecretsKey(configOf({ SECRETS_KEY }))).secrets_keys).toEqual([Buffer.alloc(32, 7)])
  const DATABASE_URL = 'postgres://db.example.com/vines'
  expect((await withSecretsKey(configOf({ DATABASE_URL }))).secrets_keys).toEqual([])
})

test('encrypts plain secrets at the start, and logs secrets that cannot be encrypted or decrypted', async () => {
  const { id } = await makeAdmin(sql)
  await sql`update admins set two_step_secret = 'JBSWY3DPEHPK3PXP' where id = ${id}`
  const logged: object[] = []
  const log = { info: (entry: object) => logged.push(entry), warn: (entry: object) => logged.push(entry) }
  const start = (byte: number | null) =>
    reencryptSecrets(
      sql,
      configOf(byte === null ? {} : { SECRETS_KEY: Buffer.alloc(32, byte).toString('base64') }),
      log as unknown as Parameters<typeof reencryptSecrets>[2],
    )
  await start(null)
  await start(7)
  await start(7)
  await start(8)
  expect(logged).toEqual([{ plain: 1 }, { encrypted: 1 }, { lost: 1 }])
})

// ASVS 11.2.2
// What a process can decrypt depends only on its keys. `running` has the keys of a process that has not restarted yet.
test('three restarts introduce a new key, and after each restart every process can read all secrets', async () => {
  const admin = await makeAdmin(sql)
  const { vineyard_id } = await makeWinemaker(sql)
  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const app_secret = 'JBSWY3DPEHPK3PXP'
  await sql`update admins set two_step_secret = null`
  await sql`update admins set two_step_secret = ${app_secret} where id = ${admin.id}`
  const webhook = await makeWebhook(sql, vineyard_id, 'https://a.example/')
  await sql`update webhooks set previous_secret = secret, previous_until = now()`
  const start = async (keys: Buffer[]) => {
    const SECRETS_KEY = keys.map((key) => key.toString('base64')).join(',')
    const log = { info: () => undefined, warn: () => expect.unreachable('a secret is lost') }
    await reencryptSecrets(sql, configOf({ SECRETS_KEY }), log as never)
  }
  const stored = async () => {
    const [row] = await sql<[Record<'app' | 'secret' | 'previous_secret', string>]>`
      select two_step_secret as app, secret, previous_secret from admins, webhooks
      where admins.id = ${admin.id} and webhooks.id = ${webhook.id}`
    return row
  }
  const readBy = async (keys: Buffer[]) => {
    const { app, secret, previous_secret } = await stored()
    return [
      decryptSecret(keys, app, admin.id),
      decryptWebhookSecret(keys, secret, webhook.id),
      decryptWebhookSecret(keys, previous_secret, webhook.id),
    ]
  }
  const all = [app_secret, webhook.secret, webhook.secret]
  let running = [oldKey]
  await start(running)
  for (const keys of [[oldKey, newKey], [newKey, oldKey], [newKey]]) {
    await start(keys)
    expect([await readBy(running), await readBy(keys)]).toEqual([all, all])
    running = keys
  }
  expect(Object.values(await stored()).every((text) => hasCurrentKey([newKey], text))).toBe(true)
  // Negative control: without the first restart, running processes cannot read secrets that a new process encrypts.
  await start([oldKey, newKey])
  await start([newKey, oldKey])
  expect(await readBy([oldKey])).toEqual([undefined, undefined, undefined])
})

test('processes that create a file at the same time all get the same text', async () => {
  const file = join(folder, 'many', 'new.key')
  const texts = Array.from({ length: 40 }, (_, n) => `${n} `.repeat(2000))
  const results = await Promise.all(texts.map((text) => readOrCreate(file, text)))
  expect(new Set(results).size).toBe(1)
  expect(texts).toContain(results[0])
  expect(await readdir(join(file, '..'))).toEqual(['new.key'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

// Negative control: without the temporary file, only 524,288 of the 20 million letters were read.
test('a file that another process is creating is read whole', async () => {
  const file = join(folder, 'whole', 'new.key')
  const long = 'long '.repeat(4_000_000)
  const creating = readOrCreate(file, long)
  await vi.waitUntil(() => stat(file).catch(() => null), { interval: 0, timeout: 30_000 })
  expect((await readOrCreate(file, 'late')).length).toBe(long.length)
  expect((await creating).length).toBe(long.length)
})

test('a new key is on the disk before the process uses it', async () => {
  const handle = await open(folder)
  const flushed = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  onTestFinished(() => flushed.mockRestore())
  await handle.close()
  await readOrCreate(join(folder, 'flushed.key'), 'a key')
  expect(flushed).toHaveBeenCalledOnce()
})
