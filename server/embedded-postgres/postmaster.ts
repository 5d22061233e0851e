import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Returns the pid of the server on this data folder, or null. A stale pid may belong to another process. */
export async function findPostmaster(data: string): Promise<number | null> {
  const [first] = await readPidFile(data)
  const pid = Number(first)
  return pid > 0 && (await worksIn(pid, data)) ? pid : null
}

/**
 * Lets Postgres start although a dead server left its files behind. Postgres refuses to start while the pid
 * in its file belongs to any process but its parent. So this function writes our pid there, because we become
 * the parent. The rest of the file stays, because Postgres uses it to find children of the killed server.
 */
export async function disarmStaleFiles(data: string): Promise<void> {
  const names = await readdir(data)
  const sockets = names.filter((name) => name.startsWith('.s.PGSQL.'))
  await Promise.all(sockets.map((name) => rm(join(data, name), { force: true })))
  const [first, ...rest] = await readPidFile(data)
  if (first === undefined) return
  await writeFile(join(data, 'postmaster.pid'), [process.pid, ...rest].join('\n'))
}

/** Waits until the children of a killed server have ended. After 5 s, ends children that are still busy. */
export async function clearWorkers(data: string): Promise<void> {
  for (let waited_ms = 0; waited_ms <= 15_000; waited_ms += 50) {
    const workers = await findWorkers(data)
    if (workers.length === 0) return
    if (waited_ms === 5_000) for (const pid of workers) signal(pid, 'SIGQUIT')
    if (waited_ms === 10_000) for (const pid of workers) signal(pid, 'SIGKILL')
    await sleep(50)
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

async function readPidFile(data: string): Promise<string[]> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  return text === '' ? [] : text.split('\n')
}

async function findWorkers(data: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const belongs = await Promise.all(pids.map((pid) => worksIn(pid, data)))
  return pids.filter((_, index) => belongs[index])
}

/** Returns whether a process is Postgres on this folder. On Linux, compares its working directory, which a zombie lacks. */
export async function worksIn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === data
  // On Windows, Postgres protects its data folder by a named object, whatever the pid file contains.
  if (process.platform === 'win32') return false
  const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null)
  return ps?.stdout.includes(`postgres -D ${data}`) ?? false
}
