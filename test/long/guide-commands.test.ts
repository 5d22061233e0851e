import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

import { freePort } from '../faults/site.ts'
import { commandsOfFirstDay, makeClone } from '../guide-commands.ts'

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

const health = () =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ status }) => status,
    () => 0,
  )

/** Starts a command that serves the site until it is stopped. Returns when the site answers. */
async function serve(command: string, setup: { cwd: string; env: NodeJS.ProcessEnv } = { cwd: clone, env }) {
  const child = spawn('bash', ['-c', `exec ${command}`], { ...setup, detached: true, stdio: 'ignore' })
  started.push(child)
  await expect.poll(health, { timeout: 600_000, interval: 250 }).toBe(200)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await ended
}

test('the commands of the guide start the site, back it up and restore it', {
  timeout: 400_000,
}, async () => {
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

// CONTRIBUTING.md names `npm run test:quick` without files. A fresh clone has no changes, so the test names a file.
const quick = 'npm run test:quick -- app/platform/money.ts'

test('after npm start in a fresh clone, every command of CONTRIBUTING.md works (whole suites are left out)', {
  timeout: 2_400_000,
}, async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'first-day-'))
  const execute = promisify(execFile)
  await execute('git', ['clone', '--quiet', '.', cwd])
  // The commands find the machine's own Node, and get only the environment variables that they need.
  const own = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  const { HOME, CHROMIUM_PATH } = process.env
  const JOURNEY_PORT = String(await freePort())
  const setup = { cwd, env: { HOME, CHROMIUM_PATH, JOURNEY_PORT, PORT: env.PORT, PATH: own.join(delimiter) } }
  const { first, others } = commandsOfFirstDay()
  const serving = ['npm start', 'npm run dev']
  expect(first).toEqual(expect.arrayContaining(serving))
  await stop(await serve('npm start', setup))
  for (const command of [...first, ...others, quick].filter((line) => !serving.includes(line)))
    await execute('bash', ['-euc', command], { ...setup, maxBuffer: 1024 ** 3 }).catch(
      ({ stdout, stderr }) => {
        throw new Error(`${command} failed:\n${String(stdout).slice(-3000)}\n${String(stderr).slice(-3000)}`)
      },
    )
  // The commands write the same files again, so nothing has changed.
  expect((await execute('git', ['status', '--porcelain'], setup)).stdout).toBe('')
  await stop(await serve('npm run dev', setup))
  rmSync(cwd, { recursive: true })
})
