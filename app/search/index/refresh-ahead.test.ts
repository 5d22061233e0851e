import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce, RefreshAhead } from './refresh-ahead.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Checks return the time they began; `takes` gives the duration of the next one in ms, negative for one that fails. */
function refreshEvery(maxAge: number, takes: () => number = () => 5) {
  const begun: number[] = []
  const refresh = new RefreshAhead(async () => {
    const [began, time] = [performance.now(), takes()]
    begun.push(began)
    await new Promise((done) => setTimeout(done, Math.abs(time)))
    if (time < 0) throw new Error('away')
    return began
  })
  refresh.maxAge = maxAge
  return { refresh, begun }
}

/** Waits for the first check, after which no call has to wait. */
async function firstCheck(refresh: RefreshAhead<number>) {
  const first = refresh.recent()
  await vi.advanceTimersByTimeAsync(5)
  await first
}

test('answers at once and within the agreed age while calls keep coming', async () => {
  const { refresh } = refreshEvery(100)
  await firstCheck(refresh)
  for (let n = 0; n < 500; n++) {
    await vi.advanceTimersByTimeAsync(7)
    const began = refresh.recent()
    expect(began).toBeTypeOf('number')
    expect(performance.now() - Number(began)).toBeLessThan(100)
  }
})

test('stops checking after a pause, and the next call waits for a new check', async () => {
  const { refresh, begun } = refreshEvery(100)
  await firstCheck(refresh)
  await refresh.recent()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(begun.length).toBeGreaterThan(100)
  expect(vi.getTimerCount()).toBe(0)
  const [checks, then] = [begun.length, performance.now()]
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toHaveLength(checks)
  const result = refresh.recent()
  await vi.advanceTimersByTimeAsync(5)
  expect(await result).toBe(then + 60_000)
})

test('a call during a recent enough check waits for that check, not for the next', async () => {
  const { refresh, begun } = refreshEvery(100, () => 40)
  const first = refresh.recent()
  await vi.advanceTimersByTimeAsync(30)
  const second = refresh.recent()
  await vi.advanceTimersByTimeAsync(10)
  expect(await second).toBe(await first)
  expect(begun).toHaveLength(1)
})

test('with a maximum age of 0 every call starts a check, and none runs ahead', async () => {
  const { refresh, begun } = refreshEvery(0)
  for (const checks of [1, 2, 3]) {
    await firstCheck(refresh)
    expect(begun).toHaveLength(checks)
    expect(vi.getTimerCount()).toBe(0)
  }
})

test('ignores a failed check ahead; the first call after the result expired gets the error', async () => {
  let isAway = false
  const { refresh } = refreshEvery(100, () => (isAway ? -5 : 5))
  await firstCheck(refresh)
  await refresh.recent()
  isAway = true
  await vi.advanceTimersByTimeAsync(60)
  expect(refresh.recent()).toBeTypeOf('number')
  await vi.advanceTimersByTimeAsync(60)
  const refused = expect(refresh.recent()).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(5)
  await refused
  isAway = false
  await firstCheck(refresh)
  await vi.advanceTimersByTimeAsync(90)
  expect(refresh.recent()).toBeTypeOf('number')
})

test('never answers beyond the agreed age, whenever calls come and checks take or fail', async () => {
  const maxAge = 50
  const pauses = fc.array(fc.oneof(fc.nat(20), fc.nat(200), fc.constant(11_000)), {
    minLength: 5,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(pauses, fc.infiniteStream(fc.integer({ min: -80, max: 120 })), async (waits, times) => {
      const { refresh } = refreshEvery(maxAge, () => Number(times.next().value))
      const ages: Promise<number>[] = []
      for (const pause of waits) {
        await vi.advanceTimersByTimeAsync(pause)
        const then = performance.now()
        const age = async () => then - (await refresh.recent())
        ages.push(age().catch(() => 0))
      }
      await vi.advanceTimersByTimeAsync(60_000)
      expect(Math.max(...(await Promise.all(ages)))).toBeLessThan(maxAge)
    }),
    { numRuns: 100, seed: 4 },
  )
})

/** Work that ends when the test says so; each run returns its number. */
function slowWork() {
  const ends: ((fails: boolean) => void)[] = []
  const work = () => {
    const n = ends.length + 1
    return new Promise<number>((resolve, reject) => {
      ends.push((fails) => (fails ? reject(new Error(`run ${n}`)) : resolve(n)))
    })
  }
  const end = async (fails = false) => {
    ends.at(-1)?.(fails)
    await new Promise((done) => setImmediate(done))
  }
  return { run: coalesce(work), end, runs: () => ends.length }
}

test('calls during a run share the next run', async () => {
  const { run, end, runs } = slowWork()
  const first = run()
  const [second, third] = [run(), run()]
  expect(runs()).toBe(1)
  await end()
  expect(runs()).toBe(2)
  const fourth = run()
  await end()
  await end()
  expect(await Promise.all([first, second, third, fourth])).toEqual([1, 2, 2, 3])
})

test('a call after a run has ended starts another', async () => {
  const { run, end } = slowWork()
  const first = run()
  await end()
  const second = run()
  await end()
  expect([await first, await second]).toEqual([1, 2])
})

test('only the calls that share a failed run get its error', async () => {
  const { run, end } = slowWork()
  const results = Promise.allSettled([run(), run()])
  await end(true)
  await end()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
