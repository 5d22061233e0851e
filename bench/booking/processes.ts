import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

import type { Order } from './client.ts'
import type { Tally } from './target.ts'

export type Running = { port: number; pid: number; stop: () => Promise<void> }

/** Starts one of our servers on the bench's data folder and waits until it answers. `env` adds settings. */
export async function startServer(
  program: URL,
  folder: string,
  connections: number,
  env: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_FOLDER: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      CATALOGUE: 'none',
      LOG_LEVEL: 'error',
      DATABASE_POOL: String(connections),
      LIMIT_BOOKING_EMAILS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Its output must be read, or the process blocks. Only errors are shown.
  child.stdout.resume()
  for (let tries = 0; child.exitCode === null; tries++) {
    if (tries > 300) throw new Error('The server did not answer within a minute.')
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return { port, pid: child.pid ?? 0, stop: () => ended(child) }
    await new Promise((later) => setTimeout(later, 200))
  }
  throw new Error('The server ended before it answered.')
}

export type Client = { run: (order: Order) => Promise<Tally>; stop: () => Promise<void> }

export function startClient(): Client {
  const child = fork(fileURLToPath(new URL('./client.ts', import.meta.url)))
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        child.once('message', (reply: Tally & { complaint?: string; error?: string }) => {
          if (reply.error !== undefined) reject(new Error(reply.error))
          else if (reply.complaint) reject(new Error(`A booking was refused: ${reply.complaint}`))
          else resolve(reply)
        })
        child.send(order)
      }),
    stop: () => ended(child),
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address()
      probe.close(() => resolve(bound !== null && typeof bound === 'object' ? bound.port : 0))
    })
  })
}
