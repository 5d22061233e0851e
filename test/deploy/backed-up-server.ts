// A server that the installed pg_dump can read: the embedded Postgres 18, or Debian's older Postgres.
import { globSync } from 'node:fs'
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Sql } from '../../app/platform/database/database.server.ts'
import { freePort } from '../faults/site.ts'
import { openPostgres } from './sites.ts'
import { run } from './tools.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

/** A server with its database. With `env`, pg_dump and psql connect to the database of `url`. */
export type BackedUp = {
  url: string
  folder: string
  sql: Sql
  env: NodeJS.ProcessEnv
  close(): Promise<void>
}

/** Opens a server with an empty database that has this name. */
export async function openBackedUp(name: string): Promise<BackedUp> {
  const major = Number(/\d+/.exec(run('pg_dump', ['--version']))?.[0])
  const server = major >= 18 ? await openPostgres() : await openDebians(major, name)
  const { hostname, port, username, password, pathname } = new URL(server.url)
  assert.equal(pathname, `/${name}`)
  const env = {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: name,
  }
  await chmod(server.folder, 0o755)
  return { ...server, env }
}

async function openDebians(major: number, name: string) {
  const programs = `/usr/lib/postgresql/${major}/bin`
  assert.ok(
    globSync(join(programs, 'initdb')).length > 0,
    'Missing: initdb. On Debian: apt-get install postgresql',
  )
  const folder = await mkdtemp(join(tmpdir(), 'chalk-backups-'))
  await chmod(folder, 0o777)
  const data = join(folder, 'cluster')
  const postgres = (program: string, ...args: string[]) => {
    const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups']
    return run('setpriv', [...user, join(programs, program), ...args], { cwd: '/' })
  }
  postgres('initdb', `--pgdata=${data}`, '--auth=trust', '--username=postgres', '--locale=C.UTF-8')
  const port = await freePort()
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder}`
  postgres('pg_ctl', 'start', '--wait', `--pgdata=${data}`, `--log=${data}/log`, `--options=${options}`)
  const at = `postgres://postgres@127.0.0.1:${port}`
  const first = connect(`${at}/postgres`, { max: 1 })
  await first.unsafe(`create database ${name}`)
  await first.end({ timeout: 1 })
  const url = `${at}/${name}`
  const sql = connect(url, { max: 2 })
  // From version 17 on, Postgres has this collation built in.
  if (major < 17) await sql.unsafe(`create collation pg_c_utf8 (provider = libc, locale = 'C.UTF-8')`)
  return {
    url,
    folder,
    sql,
    async close() {
      await sql.end({ timeout: 1 })
      postgres('pg_ctl', 'stop', '--wait', `--pgdata=${data}`, '--mode=immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
