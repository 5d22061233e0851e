import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Sql } from '../../app/platform/database.server.ts'
import { type CopiedFiles, copyFolder } from './folder.ts'

/** What a server makes anew at its start, by the folder or the file's name. */
const passing =
  /^(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.|postmaster\.(pid|opts)$|backup_label|tablespace_map|\.s\.PGSQL)|(^|\/)pgsql_tmp|(^|\/)pg_internal\.init/

const control = 'global/pg_control'

/**
 * Copies the files of a running server, and of its journal what makes them one moment: the end of the copy. Nobody is
 * stopped meanwhile.
 */
export async function copyDatabase(sql: Sql, to: string): Promise<CopiedFiles> {
  // A backup belongs to the connection that began it, and so does what keeps the journal until then.
  const connection = await sql.reserve()
  try {
    const [{ data }] = await connection<
      [{ data: string }]
    >`select setting as data from pg_settings where name = 'data_directory'`
    await connection`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`
    const [{ first }] = await connection<[{ first: string }]>`
      select pg_walfile_name(pg_backup_start('chalk-and-vine', fast => true)) as first`
    const copied = await copyFolder(data, to, (path) => path === control || passing.test(path))
    await copyFile(join(data, control), join(to, control))
    const [{ label, last }] = await connection<[{ label: string; last: string }]>`
      select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
    await connection`select pg_switch_wal()`
    const journal = await copyJournal(join(data, 'pg_wal'), join(to, 'pg_wal'), first, last)
    return { files: copied.files + journal + 2, bytes: copied.bytes + journal * 16 * 1024 * 1024 }
  } finally {
    connection.release()
  }
}

/** The parts of the journal from the first to the last: their names are in their order. */
async function copyJournal(from: string, to: string, first: string, last: string): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const parts = (await readdir(from)).filter(
    (name) => (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) || name.endsWith('.history'),
  )
  for (const name of parts) await copyFile(join(from, name), join(to, name))
  if (!parts.includes(first) || !parts.includes(last))
    throw new Error(`The journal of the database lacks ${first} or ${last}, so the copy would be of no use.`)
  return parts.length
}
