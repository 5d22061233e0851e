import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Work that ends when the test says so, each run with its number. */
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
  return { ask: coalesce(work), end, runs: () => ends.length }
}

test('who asks while it runs gets the next run, together with all others who did', async () => {
  const { ask, end, runs } = slowWork()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(runs()).toBe(1)
  await end()
  expect(runs()).toBe(2)
  const fourth = ask()
  await end()
  await end()
  expect(await Promise.all([first, second, third, fourth])).toEqual([1, 2, 2, 3])
})

test('who asks after it ended starts it anew', async () => {
  const { ask, end } = slowWork()
  const first = ask()
  await end()
  const second = ask()
  await end()
  expect([await first, await second]).toEqual([1, 2])
})

test('a run that fails is told to those who shared it, and the next goes on', async () => {
  const { ask, end } = slowWork()
  const first = ask()
  const second = ask()
  const told = Promise.allSettled([first, second])
  await end(true)
  await end()
  expect((await told).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
