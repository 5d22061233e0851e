import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

/** Milliseconds; longer than a busy machine lets a process wait for its CPU time. */
const silence = 3000

/** Starts a program without a supervisor, whose event loop is watched. */
function start(text: string) {
  const program = `
    import { startHeartbeat } from ${JSON.stringify(join(import.meta.dirname, 'heartbeat.ts'))}
    startHeartbeat(undefined, { every: 50, silence: ${silence} })
    const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    ${text}`
  const { HEARTBEAT_MS: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env,
    stdio: 'pipe',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  return { child, ended, output: () => output }
}

test('ends a process in an endless loop', async () => {
  const { ended, output } = start(`setTimeout(() => { for (;;); }, 300)`)
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(output()).toBe('The event loop has not turned for 3 s. This ends the process.\n')
})

test('keeps no process alive, and ends none that is slow or idle', async () => {
  const { ended, output } = start(
    `setTimeout(() => block(${silence / 4}), 300); setTimeout(() => {}, ${1.5 * silence})`,
  )
  expect(await ended).toEqual([0, null])
  expect(output()).toBe('')
})

test('ends no process at a breakpoint', async () => {
  const { ended, output } = start(`
    const { open } = await import('node:inspector')
    open(0, '127.0.0.1')
    setTimeout(() => block(${2 * silence}), 300)`)
  expect(await ended).toEqual([0, null])
  expect(output()).not.toContain('event loop')
})

test('ends no process that was suspended', async () => {
  // It waits for its input, so that the thread runs again before the event loop turns.
  const { child, ended, output } = start(`
    const { readSync } = await import('node:fs')
    setTimeout(() => {
      console.log('started')
      readSync(0, Buffer.alloc(1))
    }, 300)`)
  await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  await sleep(2 * silence)
  child.kill('SIGCONT')
  await sleep(300)
  child.stdin.end('x')
  expect(await ended).toEqual([0, null])
  expect(output()).toBe('started\n')
})
