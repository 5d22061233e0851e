import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

import { scenarios } from './faults/scenarios.ts'
import { guardCommands, guardsOf } from './guards.ts'
import { forms } from './long/forms.ts'
import { codeOf, isGuarded, withoutComments } from './recorded-run.ts'
import {
  benches,
  deployParts,
  findUnfounded,
  isOld,
  monitoring,
  type Recorded,
  readRecord,
  readRecords,
  whyNoHistory,
} from './records.ts'

const tests = [...forms, ...scenarios, ...deployParts, monitoring, ...benches]

test('every record names a hash of the code that it measured, or a commit in the history', () => {
  const records = readRecords()
  expect(records).toHaveLength(tests.length)
  expect(findUnfounded(records)).toEqual([])
  const why = whyNoHistory()
  // Vitest hides what a passing test prints to the console.
  if (why) process.stderr.write(`${why}\n`)
})

test('finds a record without a commit, and a record whose commit is not in the history', () => {
  const record = (more: Partial<Recorded>): Recorded => ({
    file: 'RESULTS.md',
    command: 'npm run none',
    test: { name: 'a', guards: [] },
    state: 'passed',
    ...more,
  })
  const given = [
    record({}),
    record({ commit: '21c4f87' }),
    record({ code: '21c4f87a' }),
    record({ state: 'missing' }),
  ]
  expect(findUnfounded(given)).toEqual([
    'RESULTS.md: a names no commit and no code',
    ...(whyNoHistory() ? [] : ['RESULTS.md: a names 21c4f87, which is not in the history']),
  ])
})

test('one line says that a shallow clone, or a copy without git, has no history', () => {
  expect(whyNoHistory('false\n')).toBeNull()
  for (const answer of ['true\n', ''])
    expect(whyNoHistory(answer)).toMatch(/^The git history is missing, .*[^\n]$/)
})

test('reads the state, the day and the code from each form of record', () => {
  expect(readRecord('- `a`, b: passed on 2026-11-22 at e8b9e00, in 9 s.')).toEqual({
    state: 'passed',
    day: '2026-11-22',
    commit: 'e8b9e00',
  })
  expect(readRecord('- `a`: **failed** on 2026-11-22, version 2.0.0, code 1234abcd, in 9 s.')).toEqual({
    state: 'failed',
    day: '2026-11-22',
    code: '1234abcd',
  })
  expect(readRecord('2026-11-27, code 1234abcd, 9 s\n\nMissed: search.')).toMatchObject({ state: 'failed' })
  expect(readRecord('- FAILED: promtool\n')).toEqual({ state: 'failed' })
  expect(readRecord('- `a`: no record yet.')).toEqual({ state: 'missing' })
  expect(readRecord(undefined)).toEqual({ state: 'missing' })
})

test('the record of a bench in its short form is old, even if its files have not changed', () => {
  const [bench] = benches
  const recorded = (form: string): Recorded => ({
    file: 'bench/RESULTS.md',
    command: 'npm run bench',
    test: bench,
    ...readRecord(`\`npm run bench -- scale\`, ${form}2026-12-01, code ${codeOf(bench)}, 98 s.`),
  })
  expect(isOld(recorded(''))).toBe(false)
  expect(isOld(recorded('short form, '))).toBe(true)
  const line = '- `benches`, every bench in its short form: passed on 2026-11-22, code 1234abcd, in 9 s.'
  expect(readRecord(line)).not.toHaveProperty('isShort')
})

test('every file that a test guards exists', () => {
  const missing = tests.flatMap(({ name, guards }) =>
    guards.filter((path) => !existsSync(path)).map((path) => `${name}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('a test guards every file in the folders that it names, except Markdown files and the test files of other tests', () => {
  expect(guardsOf(['app/mail/outbox.server.ts'])).toEqual(
    expect.arrayContaining(['injection', 'mail-kills', 'fuzz']),
  )
  expect(guardsOf(['app/mail/outbox.server.ts'])).not.toContain('reports')
  expect(guardsOf(['app/mail/header-injection.test.ts'])).toEqual(['injection'])
  expect(guardsOf(['app/mail/superseded.test.ts'])).toEqual([])
  expect(guardsOf(['test/long/RESULTS.md', 'docs/scaling.md'])).toEqual([])
  expect(guardsOf(['package-lock.json'])).toHaveLength(forms.length)
  expect(isGuarded('app/mailbox/a.ts', { name: 'a', guards: ['app/mail'] })).toBe(false)
})

test('the quick tests name the commands of the long tests and faults that guard the changed files', () => {
  expect(guardCommands(['db/functions/bookings/bookings.sql'])).toEqual([
    expect.stringMatching(/^npm run test:long -- .*\bledger\b/),
    expect.stringMatching(/^npm run test:faults -- kills hangs rushes\b/),
  ])
  expect(guardCommands(['test/long/full-disk.test.ts'])).toEqual(['npm run test:faults -- full-disk'])
  expect(guardCommands(['docs/scaling.md'])).toEqual([])
})

test('two tests that guard different files have different hashes', () => {
  const hashes = [['app/mail'], ['app/staff'], ['app/mail', 'app/staff']].map((guards) =>
    codeOf({ name: 'a', guards }),
  )
  expect(new Set(hashes).size).toBe(3)
  expect(codeOf({ name: 'b', guards: ['app/mail'] })).toBe(hashes[0])
})

test('comments in lines of their own do not count as code', () => {
  const comments = ['/** Why. */', '/**', ' * Why not.', ' */', '  // When.', '-- How.', '  {/* Who. */}']
  const code = ['const a = 1 // one', '/* two */ b()', '  *[Symbol.iterator]() {', 'select 1 -- one']
  expect(withoutComments([...comments, ...code, ''].join('\n'))).toBe(`${code.join('\n')}\n`)
})
