import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'

import { openBalancer } from '../faults/balancer.ts'
import { freePort } from '../faults/site.ts'

/** SITE_PROCESSES=2: each request of a visitor meets another process than the one before. */
const processes = Number(process.env.SITE_PROCESSES || 1)

/** The site that all journeys visit, on an empty folder; stopped when they are over. */
export default async function startSite(config: FullConfig) {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-journeys-'))
  const base = config.projects[0]?.use.baseURL ?? ''
  // The journeys read there what an operator reads: first passwords, and the links in mails that are kept.
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

/** As many starts of the whole product on one database, all at the same moment: site and worker each, behind a balancer. */
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

/** Starts a program as `npm start` does, with its data in a folder, and waits until it is ready. */
async function startProgram(
  program: string,
  { base, folder, port }: { base: string; folder: string; port: string },
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
      // All browsers of the journeys come from one address.
      LIMIT_BOOKINGS: '10000',
      LIMIT_MESSAGES: '10000',
      LIMIT_SEARCHES: '100000',
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let said = ''
  child.stdout?.on('data', (text) => (said += text))
  const refused = once(child, 'exit').then(() => {
    throw new Error(`${program} did not start:\n${said}`)
  })
  await Promise.race([once(child, 'message'), refused])
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
