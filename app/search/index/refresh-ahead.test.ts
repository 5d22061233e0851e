import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefreshAhead } from './refresh-ahead.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A lookout whose looks tell when they began; `takes` says how long the next one takes, and below 0 that it fails then. */
function lookoutFor(goodFor: number, takes: () => number = () => 5) {
  const begun: number[] = []
  const lookout = new RefreshAhead(async () => {
    const [began, time] = [performance.now(), takes()]
    begun.push(began)
    await new Promise((done) => setTimeout(done, Math.abs(time)))
    if (time < 0) throw new Error('away')
    return began
  })
  lookout.goodFor = goodFor
  return { lookout, begun }
}

/** The first look, after which nobody has to wait. */
async function looked(lookout: RefreshAhead<number>) {
  const first = lookout.recent()
  await vi.advanceTimersByTimeAsync(5)
  await first
}

test('while questions come none of them waits for a look, and none is told what is older than agreed', async () => {
  const { lookout } = lookoutFor(100)
  await looked(lookout)
  for (let n = 0; n < 500; n++) {
    await vi.advanceTimersByTimeAsync(7)
    const told = lookout.recent()
    expect(told).toBeTypeOf('number')
    expect(performance.now() - Number(told)).toBeLessThan(100)
  }
})

test('when nobody has asked for a while it stops looking, and who comes then waits for a look of their own', async () => {
  const { lookout, begun } = lookoutFor(100)
  await looked(lookout)
  await lookout.recent()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(begun.length).toBeGreaterThan(100)
  expect(vi.getTimerCount()).toBe(0)
  const [looks, asked] = [begun.length, performance.now()]
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toHaveLength(looks)
  const told = lookout.recent()
  await vi.advanceTimersByTimeAsync(5)
  expect(await told).toBe(asked + 60_000)
})

test('who comes while a look is under way that is recent enough waits for that one, not for the next', async () => {
  const { lookout, begun } = lookoutFor(100, () => 40)
  const first = lookout.recent()
  await vi.advanceTimersByTimeAsync(30)
  const second = lookout.recent()
  await vi.advanceTimersByTimeAsync(10)
  expect(await second).toBe(await first)
  expect(begun).toHaveLength(1)
})

test('where nothing may be older than the question, each has a look that began after it, and nothing is done ahead', async () => {
  const { lookout, begun } = lookoutFor(0)
  for (const turn of [1, 2, 3]) {
    await looked(lookout)
    expect(begun).toHaveLength(turn)
    expect(vi.getTimerCount()).toBe(0)
  }
})

test('a look ahead that fails is told to nobody; who asks too late for the last one looks, and is told', async () => {
  let isAway = false
  const { lookout } = lookoutFor(100, () => (isAway ? -5 : 5))
  await looked(lookout)
  await lookout.recent()
  isAway = true
  await vi.advanceTimersByTimeAsync(60)
  expect(lookout.recent()).toBeTypeOf('number')
  await vi.advanceTimersByTimeAsync(60)
  const refused = expect(lookout.recent()).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(5)
  await refused
  isAway = false
  await looked(lookout)
  await vi.advanceTimersByTimeAsync(90)
  expect(lookout.recent()).toBeTypeOf('number')
})

test('whenever questions come, however long looks take and whichever fail, no answer is older than agreed', async () => {
  const goodFor = 50
  const pauses = fc.array(fc.oneof(fc.nat(20), fc.nat(200), fc.constant(11_000)), {
    minLength: 5,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(pauses, fc.infiniteStream(fc.integer({ min: -80, max: 120 })), async (waits, times) => {
      const { lookout } = lookoutFor(goodFor, () => Number(times.next().value))
      const ages: Promise<number>[] = []
      for (const pause of waits) {
        await vi.advanceTimersByTimeAsync(pause)
        const asked = performance.now()
        const age = async () => asked - (await lookout.recent())
        ages.push(age().catch(() => 0))
      }
      await vi.advanceTimersByTimeAsync(60_000)
      expect(Math.max(...(await Promise.all(ages)))).toBeLessThan(goodFor)
    }),
    { numRuns: 100, seed: 4 },
  )
})
