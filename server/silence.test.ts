import { afterEach, expect, test, vi } from 'vitest'

import { measureSilence } from './silence.mjs'

const limits = { cpu: 50, wallClock: 6000, wallClockOnly: 3000 }
const pid = process.pid
/** A process id that Linux never uses. */
const unknown = 2 ** 30

afterEach(() => void vi.useRealTimers())

/** Measures the silence of a process with the test's clock. `at(ms)` sets the clock to `ms` and returns the result of a check. */
function measureAt(pid: number, interval: number) {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 })
  const silence = measureSilence(pid, interval, { ...limits, cpu: Infinity })
  let time = 0
  const at = (next: number) => {
    vi.advanceTimersByTime(next - time)
    time = next
    return silence.check()
  }
  return { silence, at }
}

test('reports a silence that lasts longer than the wall-clock limit, and each sign of life restarts the time', () => {
  const { silence, at } = measureAt(pid, 5000)
  expect([at(6000), at(6001)]).toEqual([undefined, 'for 6 s'])
  silence.restart()
  expect([at(12_001), at(12_002)]).toEqual([undefined, 'for 6 s'])
})

test('reports a silence sooner if the CPU time cannot be read', () => {
  const { at } = measureAt(unknown, 5000)
  expect([at(3000), at(3001)]).toEqual([undefined, 'for 3 s'])
})

test('does not count the time in which the observer itself was suspended', () => {
  const { at } = measureAt(pid, 1000)
  expect([at(100_000), at(102_000), at(104_000), at(104_001)]).toEqual([
    undefined,
    undefined,
    undefined,
    'for 6 s',
  ])
})

test('reports a silence when the main thread has used up its limit of CPU time', () => {
  const silence = measureSilence(pid, 1000, limits)
  expect(silence.check()).toBeUndefined()
  // Other threads of this process, such as the garbage collector's, use CPU time too.
  const began = process.threadCpuUsage()
  while (process.threadCpuUsage(began).user < 100_000);
  expect(silence.check()).toBe('during 0.05 s of CPU time')
})
