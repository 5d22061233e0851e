import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'chalk-supervise-'))
afterAll(() => rm(folder, { recursive: true }))

const supervisor = `
  import { supervise } from ${JSON.stringify(join(import.meta.dirname, 'supervise.mjs'))}
  supervise(process.execPath, ['web.mjs', 'worker.mjs'], { cwd: ${JSON.stringify(folder)} })`

/** A program that says it is ready, notes each of its starts, and lives until it is told to end: whoever reads the note may end it. */
const program = (name: string) => `
  import { appendFileSync } from 'node:fs'
  process.on('SIGTERM', () => { appendFileSync('${name}.ends', 'x'); process.exit(0) })
  process.send('ready', () => appendFileSync('${name}.starts', process.pid + '\\n'))
  setInterval(() => {}, 1000)`

async function start(web: string, worker: string): Promise<ChildProcess> {
  for (const name of ['web', 'worker'])
    for (const kind of ['starts', 'ends']) await rm(join(folder, `${name}.${kind}`), { force: true })
  await writeFile(join(folder, 'web.mjs'), web)
  await writeFile(join(folder, 'worker.mjs'), worker)
  await writeFile(join(folder, 'start.mjs'), supervisor)
  return spawn(process.execPath, [join(folder, 'start.mjs')], { stdio: 'ignore' })
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

test('who crashes is started again, the other one stays, and both end together', async () => {
  const npm = await start(program('web'), program('worker'))
  const [first = 0] = await starts('worker', 1)
  process.kill(first, 'SIGKILL')
  const [, second = 0] = await starts('worker', 2)
  process.kill(second, 'SIGKILL')
  await starts('worker', 3)
  expect(await starts('web', 1)).toHaveLength(1)

  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await readFile(join(folder, 'web.ends'), 'utf8')).toBe('x')
  expect(await readFile(join(folder, 'worker.ends'), 'utf8')).toBe('x')
})

test('a site that can not start ends it all with its own code, and no worker was started', async () => {
  const npm = await start('process.exit(1)', program('worker'))
  expect(await once(npm, 'exit')).toEqual([1, null])
  await expect(readFile(join(folder, 'worker.starts'))).rejects.toThrow('ENOENT')
})
