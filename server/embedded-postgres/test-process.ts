import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const script = join(import.meta.dirname, 'start-and-wait.ts')

/** The line that `start-and-wait.ts` prints: `url` and `attached`, or `error`. */
export type ProcessReport = { url: string; attached: boolean; error: string; lines: string[] }

/**
 * Starts the database of a folder in another process. `prefix` can run that process in a sandbox.
 */
export function startElsewhere(
  folder: string,
  { prefix = [], node = process.execPath, file = script, ...options }: SpawnOptions & ProcessOptions = {},
) {
  const [command, ...before] = prefix
  const child = spawn(command ?? node, [...(command ? [...before, node] : []), file, folder], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return { child, report: firstLine(child), leave: () => leave(child) }
}

export type ProcessOptions = { prefix?: string[]; node?: string; file?: string }

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function leave(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.stdin?.end()
  await ended
  return child.exitCode
}

async function firstLine(child: ChildProcess): Promise<ProcessReport> {
  if (child.stdout === null) throw new Error('no standard output')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as ProcessReport
  throw new Error('The process ended without output.')
}

/** Returns the pid of the server from its pid file. */
export async function serverPid(data: string): Promise<number> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

/** Returns whether a process is alive. A zombie or an ending process has no working directory and does not count. */
export const isAlive = (pid: number): Promise<boolean> =>
  readlink(`/proc/${pid}/cwd`).then(
    () => true,
    () => false,
  )
