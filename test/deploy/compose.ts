// compose.yaml: its settings, how its services are confined, and the script that backs up.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { readConfig } from '../../app/platform/config.server.ts'
import { type Figures, need, run } from './tools.ts'

const script = join(process.cwd(), 'deploy/backup.sh')

export async function testCompose(): Promise<Figures> {
  need('docker-compose', 'caddy', 'pg_dump')
  const folder = await mkdtemp(join(tmpdir(), 'chalk-compose-'))
  try {
    await copyFile('compose.yaml', join(folder, 'compose.yaml'))
    const example = readFileSync('deploy/chalk-and-vine.env.example', 'utf8')
    const compose = async (env: string) => {
      await writeFile(join(folder, '.env'), env)
      return spawnSync('docker-compose', ['config'], { cwd: folder, encoding: 'utf8' })
    }
    const empty = await compose(example)
    assert.notEqual(empty.status, 0)
    assert.match(empty.stderr, /is missing in \.env/, 'an empty password is named')
    const filled = example
      .replace('POSTGRES_PASSWORD=', '$&0123456789abcdef')
      .replace('SECRETS_KEY=', `$&${randomBytes(32).toString('base64')}`)
    const { status, stdout, stderr } = await compose(filled)
    assert.equal(status, 0, stderr)

    const services = readServices(stdout)
    const names = ['backup', 'postgres', 'proxy', 'site-1', 'site-2', 'worker']
    assert.deepEqual(Object.keys(services).toSorted(), names)
    for (const [name, text] of Object.entries(services)) {
      assert.match(text, /^ +read_only: true$/m, `${name} cannot change its files`)
      assert.match(text, /^ +cap_drop:\n +- ALL$/m, `${name} has no capabilities but those it names`)
      assert.match(text, /^ +- no-new-privileges:true$/m, `${name} gains no rights`)
      assert.match(text, /^ +mem_limit: /m, `${name} has a limit of memory`)
    }
    for (const name of ['site-1', 'site-2', 'worker']) {
      const env = environmentOf(services[name] ?? '')
      const config = readConfig({ ...parseEnv(filled), ...env, NODE_ENV: 'production' })
      assert.equal(config.site_url, 'https://bookings.example.org')
      assert.equal(config.database_url, 'postgres://chalk_and_vine:0123456789abcdef@postgres/chalk_and_vine')
      assert.ok(config.trusted_proxies.check('172.18.0.5', 'ipv4'))
    }
    const proxy = { ...process.env, ...environmentOf(services.proxy ?? ''), XDG_DATA_HOME: folder }
    run('caddy', ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], { env: proxy })
    const kept = await tryBackups(join(folder, 'backups'))
    return { services: names.join(', '), 'validated by': run('docker-compose', ['--version']), backups: kept }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The text of each service in what `docker-compose config` prints. */
function readServices(text: string): Record<string, string> {
  const [, services = ''] = /^services:\n((?: .*\n)+)/m.exec(text) ?? []
  return Object.fromEntries(
    [...services.matchAll(/^ {2}(\S+):\n((?: {3}.*\n)+)/gm)].map(([, name = '', body = '']) => [name, body]),
  )
}

function environmentOf(service: string): Record<string, string> {
  const [, lines = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service) ?? []
  return Object.fromEntries(
    [...lines.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^(['"])(.*)\1$/, '$2'),
    ]),
  )
}

/** Backs up a database of Debian's Postgres, which has pg_dump, unlike the embedded one. Returns what was kept. */
async function tryBackups(folder: string): Promise<string> {
  const [programs = ''] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  assert.ok(
    globSync(join(programs, 'initdb')).length > 0,
    'Missing: initdb. On Debian: apt-get install postgresql',
  )
  const [data, pictures] = [join(folder, 'cluster'), join(folder, 'data/pictures')]
  const backups = join(folder, 'kept')
  for (const path of [pictures, backups]) await mkdir(path, { recursive: true })
  for (const path of [join(folder, '..'), folder]) await chmod(path, 0o777)
  await writeFile(join(pictures, 'cover.webp'), 'a picture')
  const postgres = (program: string, ...args: string[]) =>
    run(
      'setpriv',
      ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(programs, program), ...args],
      {
        cwd: '/',
      },
    )
  postgres('initdb', `--pgdata=${data}`, '--auth=trust', '--username=postgres')
  const options = `-c listen_addresses= -c unix_socket_directories=${folder}`
  postgres('pg_ctl', 'start', '--wait', `--pgdata=${data}`, `--log=${data}/log`, `--options=${options}`)
  const env = { ...process.env, PGHOST: folder, PGUSER: 'postgres', PGDATABASE: 'postgres' }
  const sql = (text: string, database = 'postgres') => run('psql', ['-qAtc', text, database], { env })
  const settings = { ...env, BACKUP_FOLDER: backups, DATA_FOLDER: join(folder, 'data') }
  const backUp = (arg: string, more = {}) =>
    spawnSync('sh', [script, arg], { encoding: 'utf8', env: { ...settings, ...more } })
  try {
    sql('create table visits as select n, md5(n::text) as guest from generate_series(1, 10000) as n')
    assert.equal(backUp('--check').status, 1, 'no backup is not a recent backup')
    const old = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-01-${day}T03-00-00Z`)
    for (const name of old) {
      await mkdir(join(backups, name))
      await utimes(join(backups, name), 0, 0)
    }
    assert.equal(backUp('--check').status, 1, 'old backups are not recent')
    const made = backUp('--once')
    assert.equal(made.status, 0, made.stderr)
    assert.equal(backUp('--check').status, 0)
    const kept = (await readdir(backups)).toSorted()
    assert.equal(kept.length, 7)
    assert.deepEqual(kept.slice(0, 6), old.slice(1), 'the oldest is removed')

    const newest = join(backups, kept.at(-1) ?? '')
    sql('create database restored')
    run('pg_restore', ['--dbname=restored', join(newest, 'database.dump')], { env })
    const sum = 'select count(*), md5(string_agg(guest, null order by n)) from visits'
    assert.equal(sql(sum, 'restored'), sql(sum), 'the restored rows are the same')
    assert.equal(run('tar', ['-xOf', join(newest, 'pictures.tar'), 'pictures/cover.webp']), 'a picture')

    assert.notEqual(backUp('--once', { PGDATABASE: 'missing' }).status, 0, 'a failure is reported')
    assert.deepEqual((await readdir(backups)).filter((name) => !name.startsWith('.')).toSorted(), kept)
    return `7 kept of 8, the newest restored (${run('pg_dump', ['--version'])})`
  } finally {
    postgres('pg_ctl', 'stop', '--wait', `--pgdata=${data}`, '--mode=immediate')
  }
}
