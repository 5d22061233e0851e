import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { makeAdmin } from '../test/make.ts'
import { ownDatabase } from '../test/database.ts'
import { tidySecrets, withSecretsKey } from './secrets.ts'

const sql = await ownDatabase()
const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
afterAll(() => rm(folder, { recursive: true }))
const configOf = (env: Record<string, string>) => readConfig({ DATA_FOLDER: join(folder, 'data'), ...env })

test('the embedded database has one key, drawn once and read by nobody else', async () => {
  const [one, other] = await Promise.all([withSecretsKey(configOf({})), withSecretsKey(configOf({}))])
  expect(one.secrets_keys.map(({ length }) => length)).toEqual([32])
  expect(other.secrets_keys).toEqual(one.secrets_keys)
  const file = join(folder, 'data', 'secrets.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toEqual(one.secrets_keys[0])
  await writeFile(file, 'torn')
  await expect(withSecretsKey(configOf({}))).rejects.toThrow('holds no key')
})

test('a configured key counts, and a database of one’s own has no other', async () => {
  const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
  expect((await withSecretsKey(configOf({ SECRETS_KEY }))).secrets_keys).toEqual([Buffer.alloc(32, 7)])
  const DATABASE_URL = 'postgres://db.example.com/vines'
  expect((await withSecretsKey(configOf({ DATABASE_URL }))).secrets_keys).toEqual([])
})

test('a start seals what stands bare, and says what it can not seal or open', async () => {
  const { id } = await makeAdmin(sql)
  await sql`update admins set two_step_secret = 'JBSWY3DPEHPK3PXP' where id = ${id}`
  const said: object[] = []
  const log = { info: (about: object) => said.push(about), warn: (about: object) => said.push(about) }
  const start = (byte: number | null) =>
    tidySecrets(
      sql,
      configOf(byte === null ? {} : { SECRETS_KEY: Buffer.alloc(32, byte).toString('base64') }),
      log as unknown as Parameters<typeof tidySecrets>[2],
    )
  await start(null)
  await start(7)
  await start(7)
  await start(8)
  expect(said).toEqual([{ bare: 1 }, { sealed: 1 }, { lost: 1 }])
})
