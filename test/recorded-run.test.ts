import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { scenarios } from './faults/scenarios.ts'
import { forms } from './long/forms.ts'

test('the long tests and the tests of faults refuse an unknown name and list the known ones', async () => {
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

test('every long test is run by a command', () => {
  const run = [...forms, ...scenarios].flatMap(({ files = [] }) => files)
  expect(globSync('test/long/*.test.ts').filter((file) => !run.includes(file))).toEqual([])
})
