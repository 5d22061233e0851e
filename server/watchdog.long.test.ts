import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { silenceLimits } from './silence.mjs'

/** The limits in milliseconds. A process that waits for CPU time is ended later than a process in a loop. */
const limits = { ...silenceLimits, cpu: 500 }

/** Starts a program without a supervisor. The watchdog watches its event loop. */
function start(text: string) {
  const program = `
    import { startHeartbeat } from ${JSON.stringify(join(import.meta.dirname, 'heartbeat.ts'))}
    startHeartbeat(undefined, { every: 50, limits: ${JSON.stringify(limits)} })
    const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    const used = () => Object.values(process.threadCpuUsage()).reduce((sum, part) => sum + part / 1000)
    const work = (ms) => { for (const end = used() + ms; used() < end; ); }
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
  expect(output()).toBe('The event loop has not turned during 0.5 s of CPU time. This ends the process.\n')
})

test('lets a process end by itself, and spares a process that is busy or waits for CPU time', async () => {
  const { ended, output } = start(`
    let times = 0
    const timer = setInterval(() => {
      work(${limits.cpu / 2})
      if (++times === 4) clearInterval(timer)
    }, 100)
    setTimeout(() => block(${1.5 * limits.cpu}), 300)`)
  expect(await ended).toEqual([0, null])
  expect(output()).toBe('')
})

test('does not end a process with an open debugger', async () => {
  const { ended, output } = start(`
    const { open } = await import('node:inspector')
    open(0, '127.0.0.1')
    setTimeout(() => work(${2 * limits.cpu}), 300)`)
  expect(await ended).toEqual([0, null])
  expect(output()).not.toContain('event loop')
})
