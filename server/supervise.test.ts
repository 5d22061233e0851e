import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'chalk-supervise-'))
beforeEach(() => symlink(process.execPath, command))
afterEach(() => rm(command, { force: true }))
afterAll(() => rm(folder, { recursive: true }))

/** Milliseconds; longer than a busy machine lets a process wait for its CPU time. */
const silence = 3000

const command = join(folder, 'node')
const supervisor = `
  import { supervise } from ${JSON.stringify(join(import.meta.dirname, 'supervise.mjs'))}
  supervise(${JSON.stringify(command)}, ['web.mjs', 'worker.mjs'], ${JSON.stringify({ cwd: folder, beatEvery: 50, silence })})`

/** A program that says it is ready, then notes its start, and runs until it gets SIGTERM. */
const program = (name: string) => `
  import { appendFileSync } from 'node:fs'
  process.on('SIGTERM', () => { appendFileSync('${name}.ends', 'x'); process.exit(0) })
  process.send('ready', () => appendFileSync('${name}.starts', process.pid + '\\n'))
  setInterval(() => {}, 1000)`

/** The same with a heartbeat. `before` runs when beats have begun, before it is ready. */
const beating = (name: string, before = '') => `
  import { startHeartbeat } from ${JSON.stringify(join(import.meta.dirname, 'heartbeat.ts'))}
  import { setTimeout as sleep } from 'node:timers/promises'
  startHeartbeat()
  ${before}
  ${program(name).replace("import { appendFileSync } from 'node:fs'", "const { appendFileSync } = await import('node:fs')")}`

/** What the supervisor wrote to its output. */
let output = ''

async function start(web: string, worker: string): Promise<ChildProcess> {
  for (const name of ['web', 'worker'])
    for (const kind of ['starts', 'ends']) await rm(join(folder, `${name}.${kind}`), { force: true })
  await writeFile(join(folder, 'web.mjs'), web)
  await writeFile(join(folder, 'worker.mjs'), worker)
  await writeFile(join(folder, 'start.mjs'), supervisor)
  output = ''
  const npm = spawn(process.execPath, [join(folder, 'start.mjs')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  // A test that fails must not leave processes running.
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? Number.NaN), 'SIGKILL')
    } catch {}
  })
  npm.stdout.on('data', (text) => (output += text))
  return npm
}

async function stop(npm: ChildProcess): Promise<void> {
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

async function starts(name: string, at_least: number): Promise<number[]> {
  for (let round = 0; round < 900; round++) {
    const text = await readFile(join(folder, `${name}.starts`), 'utf8').catch(() => '')
    const pids = text.split('\n').filter(Boolean).map(Number)
    if (pids.length >= at_least) return pids
    await sleep(50)
  }
  throw new Error(`${name} was not started ${at_least} times.`)
}

// ASVS 16.5.4
test('restarts a crashed process and leaves the other running; both end together', async () => {
  const npm = await start(program('web'), program('worker'))
  const [first = 0] = await starts('worker', 1)
  process.kill(first, 'SIGKILL')
  const [, second = 0] = await starts('worker', 2)
  process.kill(second, 'SIGKILL')
  await starts('worker', 3)
  expect(await starts('web', 1)).toHaveLength(1)

  await stop(npm)
  expect(await readFile(join(folder, 'web.ends'), 'utf8')).toBe('x')
  expect(await readFile(join(folder, 'worker.ends'), 'utf8')).toBe('x')
})

test("exits with the site's code if it cannot start, without starting the worker", async () => {
  const npm = await start('process.exit(1)', program('worker'))
  expect(await once(npm, 'exit')).toEqual([1, null])
  await expect(readFile(join(folder, 'worker.starts'))).rejects.toThrow('ENOENT')
})

test('starts a process again once its program is there again, and ends while it is not', async () => {
  const npm = await start(program('web'), program('worker'))
  const [first = 0] = await starts('worker', 1)
  await rm(command)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => output, { timeout: 10_000 }).toContain('could not be started')
  await symlink(process.execPath, command)
  const [, second = 0] = await starts('worker', 2)
  await rm(command)
  output = ''
  process.kill(second, 'SIGKILL')
  await expect.poll(() => output, { timeout: 30_000 }).toContain('could not be started')
  await stop(npm)
  expect(await readFile(join(folder, 'web.ends'), 'utf8')).toBe('x')
})

test('exits with 1 if its program is missing', async () => {
  await rm(command)
  const npm = await start(program('web'), program('worker'))
  expect(await once(npm, 'exit')).toEqual([1, null])
})

test('kills, restarts and reports a process in an endless loop', async () => {
  const stuckOnce = `
    const { existsSync } = await import('node:fs')
    if (existsSync('web.starts') && !existsSync('web.stuck')) {
      (await import('node:fs')).writeFileSync('web.stuck', '')
      for (;;);
    }`
  await rm(join(folder, 'web.stuck'), { force: true })
  const npm = await start(beating('web', `setTimeout(async () => { ${stuckOnce} }, 200)`), beating('worker'))
  await starts('web', 2)
  expect(await starts('worker', 1)).toHaveLength(1)
  await stop(npm)
  expect(output).toBe('web.mjs sent no heartbeat for 3 s and was killed. It is started again in 0.5 s.\n')
})

test('restarts a process that hangs before it is ready, then starts the next', async () => {
  await rm(join(folder, 'web.stuck'), { force: true })
  const stuckFirst = `
    const { existsSync, writeFileSync } = await import('node:fs')
    if (!existsSync('web.stuck')) {
      writeFileSync('web.stuck', '')
      await sleep(200)
      for (;;);
    }`
  const npm = await start(beating('web', stuckFirst), beating('worker'))
  await starts('worker', 1)
  await stop(npm)
  expect(output).toContain('web.mjs sent no heartbeat for 3 s')
})

test('does not kill a slow start or a paused debugger', async () => {
  const debugged = `
    const { open } = await import('node:inspector')
    open(0, '127.0.0.1')
    await sleep(500)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${1.5 * silence})`
  const npm = await start(beating('web', `await sleep(${1.5 * silence})`), beating('worker', debugged))
  await starts('worker', 1)
  await stop(npm)
  expect(output).toBe('')
})

test('kills no process after it was suspended itself', async () => {
  const npm = await start(beating('web'), beating('worker'))
  const [worker = 0] = await starts('worker', 1)
  npm.kill('SIGSTOP')
  await sleep(2 * silence)
  npm.kill('SIGCONT')
  // Its next message shows that it has checked every process since.
  process.kill(worker, 'SIGKILL')
  await starts('worker', 2)
  expect(await starts('web', 1)).toHaveLength(1)
  await stop(npm)
  expect(output).toBe('worker.mjs ended (SIGKILL). It is started again in 0.5 s.\n')
})
