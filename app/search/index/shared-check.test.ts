import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedCheck } from './shared-check.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Checks return the time they began; `takes` gives the duration of the next one in ms, negative for one that fails. */
function checkEvery(maxAge: number, takes: () => number = () => 5) {
  const starts: number[] = []
  const check = new SharedCheck(async () => {
    const [began, time] = [performance.now(), takes()]
    starts.push(began)
    await new Promise((done) => setTimeout(done, Math.abs(time)))
    if (time < 0) throw new Error('away')
    return began
  })
  check.maxAge = maxAge
  return { check, starts }
}

test('recent calls share a check until it is too old', async () => {
  const { check, starts } = checkEvery(100, () => 40)
  const calls = [check.recent()]
  for (const pause of [30, 69, 1]) {
    await vi.advanceTimersByTimeAsync(pause)
    calls.push(check.recent())
  }
  await vi.advanceTimersByTimeAsync(40)
  const [first, second, third, fourth] = await Promise.all(calls)
  expect([second, third]).toEqual([first, first])
  expect(fourth).toBe(Number(first) + 100)
  expect(starts).toHaveLength(2)
})

test('with a maximum age of 0 every call starts a check', async () => {
  const { check, starts } = checkEvery(0)
  for (const checks of [1, 2, 3]) {
    const result = check.recent()
    await vi.advanceTimersByTimeAsync(5)
    await result
    expect(starts).toHaveLength(checks)
  }
})

test('checks again after a failed check, however recent', async () => {
  let isAway = true
  const { check } = checkEvery(100, () => (isAway ? -5 : 5))
  const refused = expect(check.recent()).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(5)
  await refused
  isAway = false
  const result = check.recent()
  await vi.advanceTimersByTimeAsync(5)
  expect(await result).toBe(performance.now() - 5)
})

test('a recent result is never too old, whenever calls come and checks take or fail', async () => {
  const maxAge = 50
  const pauses = fc.array(fc.oneof(fc.nat(20), fc.nat(200), fc.constant(11_000)), {
    minLength: 5,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(pauses, fc.infiniteStream(fc.integer({ min: -80, max: 120 })), async (waits, times) => {
      const { check } = checkEvery(maxAge, () => Number(times.next().value))
      const ages: Promise<number>[] = []
      for (const pause of waits) {
        await vi.advanceTimersByTimeAsync(pause)
        const then = performance.now()
        const age = async () => then - (await check.recent())
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
  const check = new SharedCheck(work)
  return { run: () => check.fresh(), end, runs: () => ends.length }
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
