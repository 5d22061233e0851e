import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'

import { openBalancer } from '../faults/balancer.ts'
import { freePort } from '../faults/site.ts'

/** With SITE_PROCESSES=2, consecutive requests of one visitor reach different processes. */
const processes = Number(process.env.SITE_PROCESSES || 1)

/** Starts the site of all journeys in an empty folder. Returns a function that stops it. */
export default async function startSite(config: FullConfig) {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-journeys-'))
  const base = config.projects[0]?.use.baseURL ?? ''
  // The journeys read the first passwords from this folder, and the emailed links from the database in it.
  process.env.JOURNEY_FOLDER = folder
  process.env.JOURNEY_SITE = base
  const start = (program: string, port: string) => startProgram(program, { base, folder, port })
  const port = new URL(base).port
  const close = processes > 1 ? await openMany(start, port) : await openOne(start, port)
  return async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

type Start = (program: string, port: string) => Promise<ChildProcess>

async function openOne(start: Start, port: string): Promise<() => Promise<void>> {
  const site = await start('server/main.ts', port)
  return () => end(site)
}

/** Starts several processes of the site at once, each with a worker, on one database behind a load balancer. */
async function openMany(start: Start, port: string): Promise<() => Promise<void>> {
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const programs = await Promise.all(
    ports.map(async (own) => {
      const site = await start('server/main.ts', String(own))
      return [await start('server/worker.ts', String(own)), site]
    }),
  )
  const balancer = await openBalancer(ports, 1000, { port: Number(port) })
  return async () => {
    await Promise.all(programs.flat().map(end))
    balancer.close()
  }
}

/** Starts a program as `npm start` does, with its data in a folder, and waits until the program is ready. */
export async function startProgram(
  program: string,
  { base, folder, port, env }: { base: string; folder: string; port: string; env?: Record<string, string> },
): Promise<ChildProcess> {
  const child = fork(program, {
    env: {
      ...process.env,
      PORT: port,
      SITE_URL: base,
      DATA_FOLDER: folder,
      DATABASE_URL: '',
      CATALOGUE: 'both',
      LOG_LEVEL: 'warn',
      CONTACT_EMAIL: 'hello@example.com',
      // All browsers of the journeys have the same client address.
      LIMIT_BOOKINGS: '10000',
      LIMIT_BOOKING_EMAILS: '0',
      LIMIT_MESSAGES: '10000',
      LIMIT_SEARCHES: '100000',
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  const failure = once(child, 'exit').then(() => {
    throw new Error(`${program} did not start:\n${output}`)
  })
  await Promise.race([once(child, 'message'), failure])
  return child
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
