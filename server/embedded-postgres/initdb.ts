import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, run } from './account.ts'
import type { Program } from './program.ts'
import { useOwnServer } from './sentences.ts'
import { give, writeSettings, writeWhole } from './settings.ts'

export const superuser = 'chalk_and_vine'

const setupPrefix = 'postgres.setup-'

/**
 * Makes an empty cluster `postgres` in `parent`, where nothing of that name may stand. It is made beside its place
 * and renamed into it when it is whole: what stands in the place was once complete, and what a killed
 * attempt left is told by its name.
 */
export async function createCluster(parent: string, program: Program, account: Account, fsync: boolean) {
  await clearKilledAttempts(parent)
  const setup = await mkdtemp(join(parent, setupPrefix))
  const data = join(setup, 'data')
  const passwordFile = join(setup, 'password')
  const password = randomBytes(24).toString('base64url')
  try {
    await give(setup, account)
    await writeWhole(passwordFile, password, account)
    const { ok, output } = await run(account, program.initdb, [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(fsync ? [] : ['--no-sync']),
    ])
    if (!ok) throw new Error(`The database could not be set up in ${parent}:\n${output}\n${useOwnServer}`)
    await writeSettings(data, { password, port: null }, account)
    await rename(data, join(parent, 'postgres'))
  } finally {
    await rm(setup, { recursive: true, force: true })
  }
}

/** An initdb that outlived its killed parent may still write into its folder: what it leaves goes at the next start. */
async function clearKilledAttempts(parent: string): Promise<void> {
  const left = (await readdir(parent)).filter((name) => name.startsWith(setupPrefix))
  for (const name of left)
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
}
