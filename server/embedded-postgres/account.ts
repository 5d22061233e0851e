import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { Program } from './program.ts'
import { useOwnServer } from './program.ts'

/**
 * The user that Postgres runs as, because Postgres refuses to run as root.
 * - `self`: the user of this process.
 * - `namespace`: the same user under another uid, in a user namespace. This works below a folder that only root can enter.
 * - `other`: another user. Only root can start its processes, and this user must be able to read the program and the data.
 */
export type Account =
  | { kind: 'self' }
  | { kind: 'namespace'; uid: number; gid: number }
  | { kind: 'other'; uid: number; gid: number }

export type CommandResult = { ok: boolean; output: string }

/**
 * Chooses the account. `owner` is the owner of an existing cluster, or null before the first start. If Postgres cannot
 * run at all, throws an error with a sentence that names DATABASE_URL.
 */
export async function chooseAccount(
  program: Program,
  owner: { uid: number; gid: number } | null,
): Promise<Account> {
  const runs = await run({ kind: 'self' }, program.postgres, ['--version'])
  if (!runs.ok) throw new Error(`Postgres cannot run on this machine: ${runs.output} ${useOwnServer}`)

  const uid = process.getuid?.()
  if (uid === undefined || (uid !== 0 && hasName())) return { kind: 'self' }
  if (uid === 0 && owner !== null && owner.uid !== 0) return { kind: 'other', ...owner }

  const users = await readUsers()
  // initdb looks up the name of its user, so the uid must be in /etc/passwd.
  const fallback = users.find((user) => user.uid === 1000) ?? users.find((user) => user.uid > 0)
  const namespace: Account = { kind: 'namespace', uid: fallback?.uid ?? 1000, gid: fallback?.gid ?? 1000 }
  const mapped = await run(namespace, program.postgres, ['--version'])
  if (mapped.ok) return namespace

  const nobody = users.find((user) => user.name === 'nobody')
  if (uid === 0 && owner === null && nobody !== undefined) {
    const other: Account = { kind: 'other', uid: nobody.uid, gid: nobody.gid }
    const dropped = await run(other, '/bin/sh', ['-c', 'exit 0'])
    if (dropped.ok) return other
  }
  const who = uid === 0 ? 'as root' : `as user ${uid}, which has no name`
  throw new Error(
    `Postgres refuses to run ${who}, and this machine allows neither a user namespace (${mapped.output}) ` +
      `nor another user for Postgres${owner === null ? '' : ' on data that belong to root'}. ` +
      `Start as an ordinary user, or set DATABASE_URL to a Postgres 18 server of your own.`,
  )
}

/** Runs a program to its end and returns what it printed. Never throws. */
export async function run(account: Account, file: string, args: string[]): Promise<CommandResult> {
  const [command, options, params] = asAccount(account, file, args)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  let output = ''
  try {
    const child = spawn(command, params, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', resolve)
    const code = await promise
    return { ok: code === 0, output: output.trim() }
  } catch (error) {
    // Node reports a missing program by an event, but throws an error if the user cannot exist.
    return { ok: false, output: error instanceof Error ? error.message : String(error) }
  }
}

/** Starts a program that outlives this process. Its output is appended to `log_file`, an open descriptor. */
export function launch(account: Account, file: string, args: string[], log_file: number) {
  const [command, options, params] = asAccount(account, file, args)
  // The database is in its own process group, so that Ctrl-C reaches only the site, which then stops the database.
  const child = spawn(command, params, { ...options, detached: true, stdio: ['ignore', log_file, log_file] })
  child.unref()
  return child
}

function asAccount(account: Account, file: string, args: string[]) {
  // Only these variables are passed on, because the caller's PGPORT, LANG and others would change how Postgres behaves.
  const allowed = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMP', 'LD_LIBRARY_PATH']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => allowed.includes(name)))
  const options = { cwd: '/', env: { ...env, LC_ALL: 'C', TZ: 'UTC' } }
  if (account.kind === 'self') return [file, options, args] as const
  if (account.kind === 'other')
    return [file, { ...options, uid: account.uid, gid: account.gid }, args] as const
  const map = ['--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--', file, ...args]
  return ['unshare', options, map] as const
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

async function readUsers() {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
