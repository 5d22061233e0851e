import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

export type Running = { port: number; stop: () => Promise<void>; memory: () => number }

/** Starts a program of the site on the bench's data folder, and waits until the program says that it is ready. */
export async function startProcess(
  program: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_FOLDER: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    CATALOGUE: 'none',
    LOG_LEVEL: 'error',
    LIMIT_BOOKING_EMAILS: '0',
    LIMIT_SEARCHES: '1000000',
    ...settings,
  }
  const child = fork(program, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  process.once('exit', () => child.kill())
  const ended = once(child, 'exit').then(([code]) => `ended with ${String(code)} before it was ready`)
  const ready = new Promise<string>((resolve) =>
    child.on('message', (message) => message === 'ready' && resolve('ready')),
  )
  const outcome = await Promise.race([ready, ended])
  if (outcome !== 'ready') throw new Error(`${program} ${outcome}.`)
  return { port, stop: () => stopProcess(child), memory: () => mostMemory(child) }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Returns the largest resident memory that the process has ever had, in MB. */
function mostMemory({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const bound = probe.address()
  probe.close()
  return bound !== null && typeof bound === 'object' ? bound.port : 0
}
