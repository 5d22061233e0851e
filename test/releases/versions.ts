import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'

import { readReleases } from '../../app/platform/database/releases.server.ts'

const cache = resolve('.releases')

/**
 * Returns the folder with the code of the last release. The code is installed and built from its commit, and kept for
 * the next run. The first run takes minutes and about 1.5 GB, and needs the history of the repository.
 */
export async function lastRelease(): Promise<string> {
  const releases = await readReleases('db')
  const { version, commit } = releases.at(-2) ?? {}
  if (!version || !commit) throw new Error('db/releases.json names no earlier release with its commit.')
  const folder = join(cache, version)
  if (existsSync(join(folder, 'complete'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = execFileSync('git', ['archive', '--format=tar', commit], { maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  const env = { ...process.env, NODE_ENV: '' }
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, env })
  execFileSync('node_modules/.bin/node', ['server/build.ts'], { cwd: folder, env, stdio: 'ignore' })
  writeFileSync(join(folder, 'complete'), '')
  return folder
}

/**
 * Makes a folder with an imaginary next release: this version with two more columns, a new type, a new function and a
 * changed file of functions. Its code leaves the new column `bookings.picnic` unused.
 */
export async function nextRelease(): Promise<string> {
  const bookings = readFileSync('db/functions/bookings/bookings.sql', 'utf8')
  return await makeRelease('.', { version: '999.0.0', unused: ['bookings.picnic'] }, 'soil', {
    migration: `alter table vineyards add column soil text;
alter table bookings add column picnic boolean not null default false;`,
    functions: {
      'catalogue/soil': `create type soil_sample as (depth integer, soil text);
create function soil_of(v vineyards) returns text language sql stable return coalesce(v.soil, 'chalk');`,
      'bookings/bookings': `${bookings}\n-- The next release.\n`,
    },
  })
}

/**
 * Makes a folder with the imaginary release after `next`. This release drops the column that `next` does not
 * use.
 */
export function releaseAfter(next: string): Promise<string> {
  return makeRelease(next, { version: '999.1.0' }, 'picnic', {
    migration: 'alter table bookings drop column picnic;',
    functions: {},
  })
}

/** Makes a folder with this version's code and with the database files of the version in `before`, plus `added`. */
async function makeRelease(
  before: string,
  release: { version: string; unused?: string[] },
  name: string,
  added: { migration: string; functions: Record<string, string> },
): Promise<string> {
  const folder = join(cache, release.version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const part of readdirSync('.'))
    if (!['.data', '.git', 'db', '.releases'].includes(part)) symlinkSync(resolve(part), join(folder, part))
  const db = join(folder, 'db')
  cpSync(join(before, 'db'), db, { recursive: true })
  writeFileSync(join(db, 'releases.json'), JSON.stringify([...(await readReleases(db)), release]))
  const migrations = join(db, 'migrations')
  const number = readdirSync(migrations).filter((file) => file.endsWith('.sql')).length + 1
  writeFileSync(join(migrations, `${String(number).padStart(4, '0')}_${name}.sql`), added.migration)
  for (const [file, text] of Object.entries(added.functions))
    writeFileSync(join(db, 'functions', `${file}.sql`), text)
  return folder
}

export type Running = { output: () => string; end: () => Promise<void> }

/** Starts a process of the version in `root`, and waits until the process is ready or has ended. */
export async function startVersion(
  root: string,
  program: 'main' | 'worker',
  env: Record<string, string>,
): Promise<Running> {
  const child = spawn(process.execPath, ['--preserve-symlinks-main', `server/${program}.ts`], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: '',
      SITE_URL: 'http://vines.test',
      CATALOGUE: 'none',
      LOG_LEVEL: 'error',
      LEAVE_SECONDS: '2',
      // One client sends the whole load.
      LIMIT_BOOKINGS: '1000000',
      LIMIT_BOOKING_EMAILS: '0',
      LIMIT_SEARCHES: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const isReady = () => output.includes('is open at') || output.includes('The worker is running')
  const { promise, resolve: settle } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
      if (isReady()) settle()
    })
  child.once('exit', () => settle())
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  await promise
  return { output: () => output, end: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
