import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'

/** The site that all journeys visit, on an empty folder; stopped when they are over. */
export default async function startSite(config: FullConfig) {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-journeys-'))
  const base = config.projects[0]?.use.baseURL ?? ''
  // The journeys read there what an operator reads: first passwords, and the links in mails that are kept.
  process.env.JOURNEY_FOLDER = folder
  process.env.JOURNEY_SITE = base
  const close = await openSite({ base, folder, catalogue: 'both' })
  return async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts a site as `npm start` does, with its data in a folder; gives back what stops it. */
export async function openSite({
  base,
  folder,
  catalogue,
}: {
  base: string
  folder: string
  catalogue: string
}): Promise<() => Promise<void>> {
  const site = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      PORT: new URL(base).port,
      SITE_URL: base,
      DATA_FOLDER: folder,
      DATABASE_URL: '',
      CATALOGUE: catalogue,
      LOG_LEVEL: 'warn',
      CONTACT_EMAIL: 'hello@example.com',
      // All browsers of the journeys come from one address.
      LIMIT_BOOKINGS: '10000',
      LIMIT_MESSAGES: '10000',
      LIMIT_SEARCHES: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await opened(site)
  return async () => {
    site.kill('SIGTERM')
    await once(site, 'exit')
  }
}

function opened(site: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    site.stdout?.on('data', (text) => {
      said += text
      if (said.includes('is open at')) resolve()
    })
    site.once('exit', () => reject(new Error(`The site did not start:\n${said}`)))
  })
}
