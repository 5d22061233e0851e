import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { encryptSecrets } from '../app/accounts/two-step.server.ts'
import type { Config } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database.server.ts'
import type { Log } from '../app/platform/log.server.ts'
import { keepOnce } from './keep-once.ts'

/**
 * The settings with the key that seals: the configured one, or for the embedded database one drawn for its data folder. A
 * database of the operator's own is shared by machines, so that only the operator can give them all the same key.
 */
export async function withSecretsKey(config: Config): Promise<Config> {
  if (config.secrets_keys.length > 0 || config.database_url) return config
  const file = join(config.data_folder, 'secrets.key')
  const kept = await keepOnce(file, `${randomBytes(32).toString('base64')}\n`)
  const key = Buffer.from(kept, 'base64')
  if (key.length !== 32) throw new Error(`${file} holds no key of 32 bytes in base64.`)
  return { ...config, secrets_keys: [key] }
}

/** Seals what is not sealed with the present key, and says what can not be. */
export async function tidySecrets(
  sql: Sql,
  { secrets_keys }: Config,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const { sealed: encrypted, bare, lost } = await encryptSecrets(sql, secrets_keys)
  if (encrypted > 0)
    log.info({ sealed: encrypted }, 'Secrets of authenticator apps were sealed with the first SECRETS_KEY')
  if (bare > 0)
    log.warn(
      { bare },
      'Secrets of authenticator apps stand in the database as they are: SECRETS_KEY is not set',
    )
  if (lost > 0)
    log.warn(
      { lost },
      'Secrets of authenticator apps do not open with SECRETS_KEY: name the key they were sealed with as well. Until then these admins sign in with recovery codes.',
    )
}
