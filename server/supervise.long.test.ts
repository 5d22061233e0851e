import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

import { isAlive } from './embedded-postgres/test-process.ts'
import { silenceLimits } from './silence.mjs'

const folder = await mkdtemp(join(tmpdir(), 'chalk-supervise-'))
beforeEach(() => symlink(process.execPath, command))
afterEach(() => rm(command, { force: true }))
afterAll(() => rm(folder, { recursive: true }))

/** The limits in milliseconds. A process that waits for CPU time is killed later than a process in a loop. */
const silence = { ...silenceLimits, cpu: 500 }

const command = join(folder, 'node')
const supervisor = `
  import { supervise } from ${JSON.stringify(join(import.meta.dirname, 'supervise.mjs'))}
  supervise(${JSON.stringify(command)}, ['web.mjs', 'worker.mjs'], ${JSON.stringify({ cwd: folder, beatEvery: 50, silence })})`

/** Returns a program that says that it is ready, records its start in a file, and runs until it gets SIGTERM. */
const program = (name: string) => `
  import { appendFileSync } from 'node:fs'
  process.on('SIGTERM', () => { appendFileSync('${name}.ends', 'x'); process.exit(0) })
  process.send('ready', () => appendFileSync('${name}.starts', process.pid + '\\n'))
  setInterval(() => {}, 1000)`

/**
 * Returns the text of `program` with a heartbeat. `before` is code that runs between the first heartbeat and
 * the message "ready".
 */
const beating = (name: string, before = '') => `
  import { startHeartbeat } from ${JSON.stringify(join(import.meta.dirname, 'heartbeat.ts'))}
  import { setTimeout as sleep } from 'node:timers/promises'
  startHeartbeat()
  const used = () => Object.values(process.threadCpuUsage()).reduce((sum, part) => sum + part / 1000)
  const work = (ms) => { for (const end = used() + ms; used() < end; ); }
  ${before}
  ${program(name).replace("import { appendFileSync } from 'node:fs'", "const { appendFileSync } = await import('node:fs')")}`

/** The text that the supervisor has printed. */
let output = ''

async function start(web: string, worker: string): Promise<ChildProcess> {
  await write(web, worker)
  return run(process.execPath, [join(folder, 'start.mjs')])
}

async function write(web: string, worker: string): Promise<void> {
  for (const name of ['web', 'worker'])
    for (const kind of ['starts', 'ends']) await rm(join(folder, `${name}.${kind}`), { force: true })
  await writeFile(join(folder, 'web.mjs'), web)
  await writeFile(join(folder, 'worker.mjs'), worker)
  await writeFile(join(folder, 'start.mjs'), supervisor)
}

/** Runs a command without the variable that tells the supervisor that npm started it. */
function run(file: string, args: string[]): ChildProcess {
  output = ''
  const { npm_lifecycle_event: _, ...env } = process.env
  const npm = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  // If the test fails, no process may keep running.
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
test('restarts a crashed process and leaves the other running, and both end together', async () => {
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

test("exits with the site's exit code if the site cannot start, and does not start the worker", async () => {
  const npm = await start('process.exit(1)', program('worker'))
  expect(await once(npm, 'exit')).toEqual([1, null])
  await expect(readFile(join(folder, 'worker.starts'))).rejects.toThrow('ENOENT')
})

test('starts a missing program once it exists again, and can be ended while the program is missing', async () => {
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
  expect(output).toBe(
    'web.mjs sent no heartbeat during 0.5 s of CPU time and was killed. It is started again in 0.5 s.\n',
  )
})

test('restarts a process that hangs before it is ready, and then starts the next process', async () => {
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
  expect(output).toContain('web.mjs sent no heartbeat during 0.5 s of CPU time')
})

test('does not kill a process that starts slowly or has an open debugger', async () => {
  const debugged = `
    const { open } = await import('node:inspector')
    open(0, '127.0.0.1')
    await sleep(500)
    work(${1.5 * silence.cpu})`
  const slow = `
    for (let n = 0; n < 30; n++) {
      work(${silence.cpu / 20})
      await sleep(1)
    }`
  const npm = await start(beating('web', slow), beating('worker', debugged))
  await starts('worker', 1)
  await stop(npm)
  expect(output).toBe('')
})

test('does not kill a process that waits for CPU time', async () => {
  const npm = await start(beating('web'), beating('worker'))
  const [[web = 0], [worker = 0]] = await Promise.all([starts('web', 1), starts('worker', 1)])
  process.kill(web, 'SIGSTOP')
  await sleep(2 * silence.cpu)
  // The message about the worker shows that the supervisor has checked every process meanwhile.
  process.kill(worker, 'SIGKILL')
  await starts('worker', 2)
  process.kill(web, 'SIGCONT')
  await stop(npm)
  expect(output).toBe('worker.mjs ended (SIGKILL). It is started again in 0.5 s.\n')
})

test('does not kill processes after the supervisor was suspended', async () => {
  const busy = `setInterval(() => work(${silence.cpu / 20}), 1)`
  const npm = await start(beating('web', busy), beating('worker'))
  const [worker = 0] = await starts('worker', 1)
  npm.kill('SIGSTOP')
  const [web = 0] = await starts('web', 1)
  const began = await cpuTimeOf(web)
  await expect.poll(async () => (await cpuTimeOf(web)) - began).toBeGreaterThan(2 * silence.cpu)
  npm.kill('SIGCONT')
  // The message about the worker shows that the supervisor has checked every process meanwhile.
  process.kill(worker, 'SIGKILL')
  await starts('worker', 2)
  expect(await starts('web', 1)).toHaveLength(1)
  await stop(npm)
  expect(output).toBe('worker.mjs ended (SIGKILL). It is started again in 0.5 s.\n')
})

/** Returns the CPU time of a process in milliseconds. */
async function cpuTimeOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Starts both programs with `npm start`, sends npm the signal, and waits until both programs have ended. */
async function endNpm(signal: NodeJS.Signals): Promise<void> {
  await write(beating('web'), beating('worker'))
  await writeFile(join(folder, 'package.json'), '{ "scripts": { "start": "node start.mjs" } }')
  const npm = run('npm', ['start'])
  const pids = [...(await starts('web', 1)), ...(await starts('worker', 1))]
  npm.kill(signal)
  await expect.poll(async () => (await Promise.all(pids.map(isAlive))).includes(true)).toBe(false)
  expect(await readFile(join(folder, 'web.ends'), 'utf8')).toBe('x')
  expect(await readFile(join(folder, 'worker.ends'), 'utf8')).toBe('x')
}

test('ends both programs when the npm that started them gets SIGTERM', () => endNpm('SIGTERM'))

test('ends both programs when the npm that started them is killed', () => endNpm('SIGKILL'))

test('starts nothing if npm ends while packages are being installed', async () => {
  await write(beating('web'), beating('worker'))
  const install = `
    import { existsSync, writeFileSync } from 'node:fs'
    writeFileSync('pid', String(process.pid))
    while (!existsSync('npm.ended'));`
  await writeFile(join(folder, 'start.mjs'), supervisor.replace('\n  supervise(', `${install}\nsupervise(`))
  await rm(join(folder, 'pid'), { force: true })
  await writeFile(join(folder, 'package.json'), '{ "scripts": { "start": "node start.mjs" } }')
  const npm = run('npm', ['start'])
  await expect.poll(() => readFile(join(folder, 'pid'), 'utf8').catch(() => '')).not.toBe('')
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
  npm.kill('SIGKILL')
  await once(npm, 'exit')
  await writeFile(join(folder, 'npm.ended'), '')
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect(readFile(join(folder, 'web.starts'))).rejects.toThrow('ENOENT')
})

test('outlives the shell that started it without npm', async () => {
  await write(beating('web'), beating('worker'))
  const shell = run('sh', ['-c', `nohup '${process.execPath}' start.mjs & echo $! > pid`])
  await once(shell, 'exit')
  const supervisor = Number(await readFile(join(folder, 'pid'), 'utf8'))
  const [worker = 0] = await starts('worker', 1)
  process.kill(worker, 'SIGKILL')
  // The supervisor checks its parent many times before the worker is restarted.
  await starts('worker', 2)
  expect(await starts('web', 1)).toHaveLength(1)
  process.kill(supervisor, 'SIGTERM')
  await expect.poll(() => isAlive(supervisor)).toBe(false)
  expect(await readFile(join(folder, 'web.ends'), 'utf8')).toBe('x')
})
