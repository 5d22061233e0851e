import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

import { makeClone } from '../guide-commands.ts'

const clone = makeClone()
const port = 3988
const env = {
  HOME: clone,
  PATH: process.env.PATH,
  PORT: String(port),
  CATALOGUE: 'none',
  DATA_FOLDER: join(clone, 'data'),
}
const started: ChildProcess[] = []
afterAll(async () => {
  for (const child of started) await stop(child)
  rmSync(clone, { recursive: true })
  rmSync('/tmp/vines-backup', { recursive: true, force: true })
})

/** Starts a command that serves the site until it is stopped. Returns when the site answers. */
async function serve(command: string): Promise<ChildProcess> {
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: clone, env, detached: true, stdio: 'ignore' })
  started.push(child)
  const status = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status: code }) => code,
      () => 0,
    )
  await expect.poll(status, { timeout: 180_000, interval: 250 }).toBe(200)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await ended
}

test('the guide starts the site, and backs it up and restores it', { timeout: 400_000 }, async () => {
  const site = await serve('npm start')
  rmSync('/tmp/vines-backup', { recursive: true, force: true })
  const run = async (command: string) =>
    (await promisify(execFile)('bash', ['-euc', command], { cwd: clone, env })).stdout
  expect(await run('npm run backup -- /tmp/vines-backup')).toMatch(/\d+ files, \d+ MB in/)
  expect(await run('npm run backup -- --check /tmp/vines-backup')).toContain(
    '/tmp/vines-backup can be read: 0 bookings, 0 differences.',
  )
  await stop(site)
  expect(await run('DATA_FOLDER=restored npm run restore -- /tmp/vines-backup')).toContain(
    'Restored restored',
  )
  await stop(await serve('npm run dev'))
})
