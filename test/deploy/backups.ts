// Tests deploy/backup.sh on a database of the site, and the restore that the guide describes.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { makeBookable, makeVineyard } from '../make.ts'
import { openBackedUp, type BackedUp } from './backed-up-server.ts'
import { startProcess } from './sites.ts'
import { type Figures, run, start, until } from './tools.ts'

const script = join(process.cwd(), 'deploy/backup.sh')
const database = 'chalk_and_vine'
/** The id of the image's user, and the content of a picture. */
const [owner, picture] = [10001, 'a picture'.repeat(10_000)]

type Env = Record<string, string | undefined>
type Setup = BackedUp & { backups: string; pictures: string; env: Env }

/** Makes, keeps and restores backups. Needs to run as root. */
export async function tryBackups(): Promise<Figures> {
  const server = await openBackedUp(database)
  try {
    const backups = join(server.folder, 'backups')
    const data = join(server.folder, 'data')
    const pictures = join(data, 'pictures')
    for (const path of [pictures, backups]) await mkdir(path, { recursive: true })
    await writeFile(join(pictures, 'cover.webp'), picture)
    for (const path of [data, pictures]) await chmod(path, 0o700)
    for (const path of [data, pictures]) await chown(path, owner, owner)
    const env = { ...server.env, BACKUP_FOLDER: backups, DATA_FOLDER: data }
    const setup = { ...server, backups, pictures, env }

    await runWorker(server)
    await makeBookable(server.sql, { date: '2027-06-01' })
    await keepsSeven(setup)
    await recordsEach(setup)
    await takesChangingPictures(setup)
    await runsBesideAnother(setup)
    await takesUrl(setup)
    await runsAsInCompose(setup)
    const restored = await restores(setup)
    return {
      backups: `7 kept of 8, with ${run('pg_dump', ['--version'], server)}`,
      'restored as the guide says': restored,
    }
  } finally {
    await server.close()
  }
}

/** Runs a worker until the database is migrated and the tables of the queue exist. */
async function runWorker({ url, folder }: BackedUp): Promise<void> {
  const settings = {
    SITE_URL: 'https://bookings.example.org',
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  }
  const worker = await startProcess('server/worker.ts', {
    DATABASE_URL: url,
    DATA_FOLDER: join(folder, 'worker'),
    ...settings,
  })
  assert.equal(await worker.stop(), 0, worker.output())
}

const backUp = ({ env }: Setup, arg: string, more: Env = {}) =>
  spawnSync('sh', [script, arg], { encoding: 'utf8', env: { ...env, ...more } })

const kept = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('20')).toSorted()

async function emptied(folder: string): Promise<void> {
  await rm(folder, { recursive: true })
  await mkdir(folder)
}

async function keepsSeven(setup: Setup): Promise<void> {
  const { backups } = setup
  assert.equal(backUp(setup, '--check').status, 1, 'the check fails without a backup')
  const old = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-01-${day}T03-00-00Z`)
  for (const name of old) {
    await mkdir(join(backups, name))
    await utimes(join(backups, name), 0, 0)
  }
  assert.equal(backUp(setup, '--check').status, 1, 'the check fails if all backups are old')
  const made = backUp(setup, '--once')
  assert.equal(made.status, 0, made.stderr)
  assert.equal(backUp(setup, '--check').status, 0)
  const names = await kept(backups)
  assert.equal(names.length, 7)
  assert.deepEqual(names.slice(0, 6), old.slice(1), 'the oldest is removed')
  assert.notEqual(backUp(setup, '--once', { PGDATABASE: 'missing' }).status, 0, 'a failure is reported')
  assert.deepEqual(await kept(backups), names)
}

/**
 * Expects the site to list only the newest backup. A backup must also succeed for a database without the SQL
 * function that records backups.
 */
async function recordsEach(setup: Setup): Promise<void> {
  const rows = await setup.sql`select folder, bytes::int from backups where is_outside and deleted_at is null`
  const [newest = ''] = (await kept(setup.backups)).toReversed()
  const bytes = Number(run('du', ['-sb', join(setup.backups, newest)]).split('\t')[0])
  assert.deepEqual([...rows], [{ folder: newest, bytes }])
  const other = backUp(setup, '--once', { PGDATABASE: 'postgres' })
  assert.equal(other.status, 0, other.stderr)
  assert.match(other.stderr, /The site does not know of this backup/)
}

async function takesChangingPictures(setup: Setup): Promise<void> {
  const { pictures, backups } = setup
  const before = await kept(backups)
  const during = (act: string) => ({ TAR_OPTIONS: `--checkpoint=1 --checkpoint-action=exec='${act}'` })
  const added = backUp(setup, '--once', during(`touch ${join(pictures, 'added.webp')}`))
  assert.match(added.stderr, /changed as we read it/, 'tar reports the change')
  assert.equal(added.status, 0, added.stderr)
  assert.notDeepEqual(await kept(backups), before, 'the backup is kept')
  const names = await kept(backups)
  const broken = backUp(setup, '--once', { TAR_OPTIONS: '--files-from=/missing' })
  assert.notEqual(broken.status, 0, 'the backup fails if tar fails')
  assert.deepEqual(await kept(backups), names)
}

/** Writes programs, and returns the PATH that finds them before the real programs. */
async function shims({ folder, env }: Setup, programs: Record<string, string>): Promise<Env> {
  const path = join(folder, `shims-${Object.keys(programs).join('-')}`)
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return { PATH: `${path}:${env.PATH}` }
}

async function runsBesideAnother(setup: Setup): Promise<void> {
  const { backups, env } = setup
  await emptied(backups)
  const program = run('sh', ['-c', 'command -v pg_restore'], { env })
  const slow = await shims(setup, { pg_restore: `sleep 1; exec ${program} "$@"` })
  const both = ['first', 'second'].map(() =>
    promisify(execFile)('sh', [script, '--once'], { env: { ...env, ...slow } }),
  )
  await Promise.all(both)
  const names = await kept(backups)
  assert.equal(names.length, 2, 'two programs at once make two backups')
  for (const name of names)
    assert.deepEqual((await readdir(join(backups, name))).toSorted(), ['database.dump', 'pictures.tar'])
}

/**
 * Makes a backup by URL, as the systemd unit does. The password is never an argument, because other users
 * could read arguments.
 */
async function takesUrl(setup: Setup): Promise<void> {
  const { sql, url, folder, env } = setup
  const password = 'a%/@:?#ü b'
  await sql.unsafe(`create role other superuser login password '${password}'`)
  const address = new URL(url)
  const withPassword = `postgres://other:${encodeURIComponent(password)}@${address.host}/${database}?sslmode=prefer`
  const args = join(folder, 'arguments')
  const program = (name: string) => run('sh', ['-c', `command -v ${name}`], { env })
  const noting = (name: string) => `echo "$@" >> ${args}; exec ${program(name)} "$@"`
  const noted = await shims(setup, { pg_dump: noting('pg_dump'), psql: noting('psql') })
  const unset = Object.fromEntries(
    Object.keys(env).flatMap((name) => (name.startsWith('PG') ? [[name, undefined]] : [])),
  )
  const made = backUp(setup, '--once', { ...unset, ...noted, DATABASE_URL: withPassword })
  assert.equal(made.status, 0, made.stderr)
  assert.equal(made.stderr, '')
  const text = readFileSync(args, 'utf8')
  assert.equal(text.split('other@').length, 3, 'both programs are given the address')
  assert.doesNotMatch(text, /a%/)
}

/**
 * Runs the loop of the backup service of compose.yaml, as root with only the capability of this service. Records each
 * pause, and ends the first pause at once.
 */
async function runsAsInCompose(setup: Setup): Promise<void> {
  const { backups, folder, env } = setup
  const pauses = join(folder, 'pauses')
  const note = `echo "$1" >> ${pauses}; test $(wc -l < ${pauses}) = 1 || exec /bin/sleep 10`
  const loop = async (ready: RegExp, more: Env = {}) => {
    await rm(pauses, { force: true })
    const confined = ['--inh-caps=-all', '--no-new-privs', '--bounding-set=-all,+dac_read_search']
    const paused = await shims(setup, { sleep: note })
    return start('setpriv', [...confined, 'sh', script], { ready, env: { ...env, ...paused, ...more } })
  }
  const noted = async () => {
    const lines = await until('the loop pauses', async () => {
      const all = readFileSync(pauses, 'utf8').trim().split('\n')
      return all.length === 2 && all
    })
    return lines.map(Number)
  }
  const isNight = (seconds = -1) => seconds > 0 && seconds <= 86_400

  await emptied(backups)
  const first = await loop(/Backed up to/)
  assert.match(readFileSync(`/proc/${first.pid}/status`, 'utf8'), /^CapEff:\t0+4$/m, 'DAC_READ_SEARCH alone')
  const [atOnce, next] = await noted()
  assert.equal(atOnce, 0, 'the first backup is made at once')
  assert.ok(isNight(next), 'the next backup is made at night')
  assert.equal(await first.stop(), 0, 'SIGTERM ends the loop')
  const [name = ''] = await kept(backups)
  assert.equal(run('tar', ['-xOf', join(backups, name, 'pictures.tar'), 'pictures/cover.webp']), picture)

  const second = await loop(/in an hour/, { PGDATABASE: 'missing' })
  const [night, hour] = await noted()
  assert.ok(isNight(night), 'a recent backup is enough')
  assert.equal(hour, 3600, 'a failure is tried again in an hour')
  assert.equal(await second.stop(), 0)

  const none = spawnSync('setpriv', ['--inh-caps=-all', '--bounding-set=-all', 'sh', script, '--once'], {
    env,
  })
  assert.notEqual(none.status, 0, 'the backup fails if it cannot read the pictures')
  assert.deepEqual(await kept(backups), [name])
}

/** Runs the guide's commands to restore, without Docker, on a database that a later version has changed. */
async function restores(setup: Setup): Promise<string> {
  const { backups, sql, env } = setup
  await emptied(backups)
  assert.equal(backUp(setup, '--once').status, 0)
  const [name = ''] = await kept(backups)
  const sum = `select (select count(*) from pgboss.queue), count(*), md5(string_agg(v::text, null order by id)) from vineyards v`
  const psql = (text: string, name = database) =>
    run('psql', ['-qAtc', text], { env: { ...env, PGDATABASE: name } })
  const atBackup = psql(sum)
  await makeVineyard(sql)
  psql('create table later (vineyard_id uuid references vineyards)')
  const live = psql(sum)
  assert.notEqual(live, atBackup)
  await sql.end({ timeout: 1 })

  const within = 'docker compose exec backup '
  const page = readFileSync('docs/guide/run/containers.md', 'utf8')
  const [, block = ''] = /To restore a backup[^]*?```sh[^\n]*\n([^]*?)```/.exec(page) ?? []
  const commands = block
    .split('\n')
    .filter((line) => line.startsWith(within))
    .map((line) => line.replace(within, '').replace(/\/backups\/20[^/]*/, join(backups, name)))
  assert.equal(commands.length, 3)
  run('sh', ['-euc', commands.join('\n')], { env })
  assert.equal(psql(sum), atBackup, 'the database is as it was')
  assert.equal(psql(`select to_regclass('later') is null`), 't')
  assert.equal(psql(sum, 'replaced'), live, 'the replaced database is kept')
  await runWorker(setup)
  assert.ok(existsSync(join(backups, name, 'pictures.tar')))
  return `over the schema of this version, on ${psql('select version()').split(' on ')[0]}`
}
