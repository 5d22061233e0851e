import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// results.mjs is plain JavaScript without types, because Node 20 runs it before packages are installed.
const { readResults } = await import('./results.mjs' as string)

const folder = await mkdtemp(join(tmpdir(), 'chalk-results-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function report(unit: object[], journeys: object[]) {
  const testResults = [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults: unit }]
  await writeFile(join(folder, 'vitest.json'), JSON.stringify({ testResults }))
  const specs = journeys.map((tests, n) => ({ title: `journey ${n}`, tests: [tests] }))
  await writeFile(join(folder, 'journeys.json'), JSON.stringify({ suites: [{ suites: [{ specs }] }] }))
  return readResults(folder)
}

const run = (message?: string) => ({ duration: 1000, ...(message ? { error: { message } } : {}) })

test('a journey that passes on its second run counts as passed and flaky', async () => {
  const { passed, failed, flaky } = await report(
    [],
    [{ projectName: 'phone', status: 'flaky', results: [run('no button'), run()] }],
  )
  expect([passed, failed]).toEqual([1, 0])
  expect(flaky).toMatchObject([{ name: 'journey 0 (phone)', why: 'no button' }])
})

test('a journey that fails twice counts as failed', async () => {
  const { failed, flaky, failures } = await report(
    [],
    [{ projectName: 'desktop', status: 'unexpected', results: [run('no button'), run('no button')] }],
  )
  expect([failed, flaky.length, failures[0]?.name]).toEqual([1, 0, 'journey 0 (desktop)'])
})

test('reports as flaky each test that passed only after a retry by Vitest, and leaves out skipped tests', async () => {
  const { passed, flaky, slowest } = await report(
    [
      { fullName: 'slow', status: 'passed', duration: 9000, failureMessages: ['took too long'] },
      { fullName: 'quick', status: 'passed', duration: 1, failureMessages: [] },
      { fullName: 'later', status: 'skipped', failureMessages: [] },
    ],
    [],
  )
  expect([passed, flaky.map(({ name }: { name: string }) => name), slowest[0]?.name]).toEqual([
    2,
    ['slow'],
    'slow',
  ])
})

test('a test file that cannot be loaded counts as a failure', async () => {
  const testResults = [
    { name: 'b.test.ts', status: 'failed', message: 'no such import', assertionResults: [] },
  ]
  await writeFile(join(folder, 'vitest.json'), JSON.stringify({ testResults }))
  expect(readResults(folder)).toMatchObject({
    failed: 1,
    failures: [{ name: 'b.test.ts', why: 'no such import' }],
  })
})
