import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { scenarios } from './faults/scenarios.ts'
import { forms } from './long/forms.ts'
import { chooseTests } from './recorded-run.ts'

test('the long tests and the tests of faults refuse an unknown name and list the known names', async () => {
  for (const [program, known] of [
    ['test/long.ts', 'ledger'],
    ['test/faults/run.ts', 'kills'],
  ] as const) {
    const run = promisify(execFile)(process.execPath, [program, 'typo'])
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(`There is no typo. The names are .*${known}`),
    })
  }
})

test('each word chooses the test with this name or, if there is none, all tests whose names contain the word', () => {
  const tests = ['mail', 'mail-kills', 'mail-order', 'fuzz'].map((name) => ({ name, guards: [] }))
  expect(chooseTests([], tests)).toHaveLength(4)
  expect(chooseTests(['mail'], tests)).toEqual(['mail'])
  expect(chooseTests(['fuzz', 'mail-'], tests)).toEqual(['mail-kills', 'mail-order', 'fuzz'])
})

test('every long test is run by a command, and every command runs tests that exist', () => {
  const run = [...forms, ...scenarios].flatMap(({ files = [] }) => files)
  expect(run.filter((file) => !existsSync(file))).toEqual([])
  expect(globSync('test/long/*.test.ts').filter((file) => !run.includes(file))).toEqual([])
})

test('every file listed for a test exists, and each variable that the test sets is read by one of its files', () => {
  const wrong = [...forms, ...scenarios].flatMap(({ name, files = [], env = {} }) => {
    const missing = files.filter((file) => !existsSync(file))
    if (missing.length > 0) return missing.map((file) => `${name}: ${file}`)
    const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n')
    const isRead = (variable: string) => texts.includes(`process.env.${variable}`)
    const general = ['LONG', 'SITE_PROCESSES']
    return Object.keys(env).flatMap((key) =>
      general.includes(key) || isRead(key) ? [] : [`${name}: ${key}`],
    )
  })
  expect(wrong).toEqual([])
})
