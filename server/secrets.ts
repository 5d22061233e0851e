import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { encryptSecrets } from '../app/people/sign-in/two-step.server.ts'
import { type Config, ConfigError } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import type { Log } from '../app/platform/log.server.ts'
import { reencryptWebhookSecrets } from '../app/partners/webhooks/webhook-secret.server.ts'

/**
 * Returns the configuration with a key to encrypt secrets: the configured key or, for the embedded database, a random
 * key in the data folder. If the operator has a separate database, several machines may share it, so the operator must
 * set the key.
 */
export async function withSecretsKey(config: Config): Promise<Config> {
  if (config.secrets_keys.length > 0 || config.database_url) return config
  const file = join(config.data_folder, 'secrets.key')
  const stored = await readOrCreate(file, `${randomBytes(32).toString('base64')}\n`).catch((error: Error) => {
    throw new ConfigError(`${file} cannot be read: ${error.message}`)
  })
  const key = Buffer.from(stored, 'base64')
  if (key.length !== 32)
    throw new ConfigError(
      `${file} holds no key of 32 bytes in base64. Restore it from a backup. Without a backup, delete it: a new key is then made, admins sign in with recovery codes, and webhooks need new secrets.`,
    )
  return { ...config, secrets_keys: [key] }
}

/**
 * Encrypts with the current key all secrets that are plain or encrypted with an older key. Logs the numbers of encrypted,
 * plain and lost secrets.
 */
export async function reencryptSecrets(
  sql: Sql,
  { secrets_keys }: Config,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const { encrypted, plain, lost } = await encryptSecrets(sql, secrets_keys)
  if (encrypted > 0)
    log.info({ encrypted }, 'Encrypted the secrets of authenticator apps with the first SECRETS_KEY')
  if (plain > 0)
    log.warn({ plain }, 'The secrets of authenticator apps are not encrypted, because SECRETS_KEY is not set')
  if (lost > 0)
    log.warn(
      { lost },
      'Secrets of authenticator apps cannot be decrypted with SECRETS_KEY. Add the key they were encrypted with. Until then, the admins with these apps need recovery codes to sign in.',
    )
  const webhooks = await reencryptWebhookSecrets(sql, secrets_keys)
  if (webhooks.encrypted > 0)
    log.info(webhooks, 'Encrypted the secrets of webhooks with the first SECRETS_KEY')
  if (webhooks.lost > 0)
    log.warn(
      webhooks,
      'Secrets of webhooks cannot be decrypted with SECRETS_KEY. Add the key they were encrypted with, or let owners make new ones.',
    )
}

/**
 * Returns the text of a file that only its owner can read. A missing file is created with `text`. If several processes
 * create the file at the same time, all get the text of the first process.
 */
export async function readOrCreate(file: string, text: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch(() => null)
  if (existing !== null) return existing
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  // The file is flushed, because after a power cut an empty key would make every stored secret unreadable.
  await writeFile(temporary, text, { mode: 0o600, flush: true })
  // A hard link makes the whole file appear at once. Without hard links, a plain write follows, which fails if the file
  // exists.
  await link(temporary, file)
    .catch(() => writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true }))
    .catch(() => undefined)
  await rm(temporary)
  return readFile(file, 'utf8')
}
