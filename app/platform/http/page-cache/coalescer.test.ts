import { asyncProperty, assert, array, constantFrom, nat, record } from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { Coalescer } from './coalescer.ts'

afterEach(() => void vi.useRealTimers())

const maxAge = 500
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Page = { read_at: number; key: string }

/** Makes renders that take `took` ms, in turn. Counts them, and how many of one key ran at once. */
function makeSite(took: number[]) {
  const pages = new Coalescer<Page>({ maxAge })
  const running = new Map<string, number>()
  const counts = { renders: 0, mostAtOnce: 0 }
  const render = async (key: string, outcome: 'shared' | 'private' | 'broken') => {
    const read_at = performance.now()
    const atOnce = (running.get(key) ?? 0) + 1
    counts.mostAtOnce = Math.max(counts.mostAtOnce, atOnce)
    running.set(key, atOnce)
    await wait(took[counts.renders++ % took.length] ?? 0)
    running.set(key, atOnce - 1)
    if (outcome === 'broken') throw new Error('broken')
    return outcome === 'shared' ? { read_at, key } : null
  }
  return { pages, render, counts }
}

function useVirtualTime() {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  })
}

test.each([[['shared']], [['shared', 'private', 'broken']]] as const)(
  'answers every request, one render at a time, none older than the limit: %s',
  async (outcomes) => {
    useVirtualTime()
    const visits = array(
      record({
        at: nat(3000),
        key: constantFrom('/', '/explore'),
        outcome: constantFrom(...outcomes),
      }),
      { minLength: 1, maxLength: 60 },
    )
    const property = asyncProperty(
      visits,
      array(nat(1600), { minLength: 1, maxLength: 6 }),
      async (all, took) => {
        const { pages, render, counts } = makeSite(took)
        const checks = all.map(async ({ at, key, outcome }) => {
          await wait(at)
          const arrived = performance.now()
          const { value } = await pages.get(key, () => render(key, outcome)).catch(() => ({ value: null }))
          if (all.every(({ outcome }) => outcome === 'shared')) expect(value).not.toBeNull()
          if (value) {
            expect(value.key).toBe(key)
            expect(value.read_at).toBeGreaterThan(arrived - maxAge)
          }
          return true
        })
        await vi.runAllTimersAsync()
        expect(await Promise.all(checks)).toHaveLength(all.length)
        expect(counts.mostAtOnce).toBe(1)
        expect(pages.size).toBe(0)
      },
    )
    await assert(property, { numRuns: 300 })
  },
)

test('gives a request that arrives 500 ms into a render the next one', async () => {
  useVirtualTime()
  const { pages, render, counts } = makeSite([1600])
  const visit = () => pages.get('/', () => render('/', 'shared'))
  const first = visit()
  await vi.advanceTimersByTimeAsync(499)
  const early = visit()
  await vi.advanceTimersByTimeAsync(1)
  const late = Array.from({ length: 20 }, visit)
  await vi.runAllTimersAsync()
  expect(await first).toMatchObject({ value: { read_at: 0 }, isOwn: true })
  expect(await early).toMatchObject({ value: { read_at: 0 }, isOwn: false })
  const answers = await Promise.all(late)
  expect(answers.map(({ value }) => value?.read_at)).toEqual(answers.map(() => 1600))
  expect(answers.filter(({ isOwn }) => isOwn)).toHaveLength(1)
  expect(counts.renders).toBe(2)
})

test('stops waiting when the data are always older than the limit', async () => {
  useVirtualTime()
  const pages = new Coalescer<Page>({ maxAge })
  let renders = 0
  const render = async () => {
    renders++
    await wait(100)
    return { read_at: -10_000, key: '/' }
  }
  const answers = Array.from({ length: 5 }, () => pages.get('/', render))
  await vi.runAllTimersAsync()
  const all = await Promise.all(answers)
  expect(all.filter(({ isOwn }) => isOwn)).toHaveLength(renders)
  expect(all.filter(({ value, isOwn }) => !isOwn && value === null).length).toBeGreaterThan(0)
  expect(pages.size).toBe(0)
})
