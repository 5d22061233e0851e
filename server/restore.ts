// npm run restore -- FOLDER   puts a backup in the place of a data folder that holds no database
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { copyFolder } from './backup/folder.ts'
import { readManifest } from './backup/manifest.ts'
import { openDatabase } from './database.ts'

const say = (line: string) => console.log(line)

try {
  await restore(process.argv[2])
} catch (error) {
  const expected = error instanceof ConfigError || (error instanceof Error && error.name === 'Error')
  console.error(expected ? error.message : error)
  process.exitCode = 1
}

async function restore(from: string | undefined): Promise<void> {
  if (from === undefined) throw new Error('Say which backup: npm run restore -- FOLDER')
  const { database_url, data_folder } = readConfig(process.env)
  if (database_url)
    throw new Error('DATABASE_URL names a server of your own: bring it back with its own tools.')
  const manifest = await readManifest(from)
  if (!manifest) throw new Error(`${from} holds no whole backup: there is no backup.json in it.`)
  for (const name of ['postgres', 'postgres-location', 'pictures'])
    if (await exists(join(data_folder, name)))
      throw new Error(
        `${join(data_folder, name)} is there. Stop the site and move it away, or set DATA_FOLDER to another folder.`,
      )

  await mkdir(data_folder, { recursive: true })
  const unfinished = join(data_folder, 'postgres.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await copyFolder(join(from, 'postgres'), unfinished)
  for (const name of ['pictures', 'secrets.key', 'first-sign-in.json'])
    if (await exists(join(from, name)))
      await cp(join(from, name), join(data_folder, name), { recursive: true })
  await rename(unfinished, join(data_folder, 'postgres'))

  // The server makes one moment of it at its first start, or says why it can not.
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: data_folder, log: say })
  const sql = connect(database.url, { max: 1, application_name: 'restore' })
  try {
    const [{ bookings }] = await sql<[{ bookings: number }]>`select count(*)::int as bookings from bookings`
    say(`${data_folder} is as it was at ${manifest.made_at}, with ${bookings} bookings. npm start opens it.`)
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
