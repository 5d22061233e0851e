import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { gaps, requirements } from './asvs.ts'
import { describeAsvs, type Evidence, readEvidence, stateOf } from './asvs-page.ts'

const files = globSync('{app,db,server,test}/**/*.{test.ts,test.tsx,spec.ts}').toSorted()
const evidence = files.flatMap((file) => readEvidence(file, readFileSync(file, 'utf8')))
const ids = requirements.map(([id]) => id)

test('docs/asvs.md shows which test holds which requirement (npm run asvs writes it)', async () => {
  await expect(describeAsvs(evidence)).toMatchFileSnapshot('../docs/asvs.md')
})

test('every requirement has a test or a reason', () => {
  expect(requirements.map(([, level]) => level).toSorted()).toEqual([
    ...Array<number>(48).fill(1),
    ...Array<number>(70).fill(2),
    ...Array<number>(19).fill(3),
  ])
  const reasonless = (known: readonly Evidence[]) =>
    ids.filter((id) => stateOf(id, known) === 'not held' && !gaps[id])
  expect(reasonless(evidence)).toEqual([])
  expect(reasonless([])).toEqual(ids.filter((id) => !gaps[id]))
})

test('tests and reasons name known requirements only', () => {
  expect([...evidence.map(({ id }) => id), ...Object.keys(gaps)].filter((id) => !ids.includes(id))).toEqual(
    [],
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('reads requirements above a test, a group, a row of a table and a test of a table', () => {
  const text = [
    '// ASVS 1.2.3 4.5.6',
    '// Why this matters.',
    "test('sells nothing twice', () => {})",
    '  // ASVS 7.8.9',
    '  [',
    "    'a row', 3],",
    '// ASVS 2.2.2',
    "describe('a group', () => {})",
    '// ASVS 3.3.3',
    "test.each(['TRACE'])('refuses %s', () => {})",
  ]
  expect(readEvidence('a.test.ts', text.join('\n'))).toEqual([
    { id: '1.2.3', file: 'a.test.ts', test: 'sells nothing twice' },
    { id: '4.5.6', file: 'a.test.ts', test: 'sells nothing twice' },
    { id: '7.8.9', file: 'a.test.ts', test: 'a row' },
    { id: '2.2.2', file: 'a.test.ts', test: 'a group' },
    { id: '3.3.3', file: 'a.test.ts', test: 'refuses %s' },
  ])
})

test('rejects a requirement without a test below, skipped tests, and a second tag below the first', () => {
  expect(() => readEvidence('a.test.ts', "// ASVS 1.2.3\nconst name = 'a'")).toThrow('a.test.ts')
  expect(() => readEvidence('a.test.ts', "// ASVS 1.2.3\ntest.skip('a', () => {})")).toThrow('ASVS 1.2.3')
  for (const second of ['// ASVS 4.5.6', '// Why.\n// ASVS 4.5.6'])
    expect(() => readEvidence('a.test.ts', `// ASVS 1.2.3\n${second}\ntest('a', () => {})`)).toThrow(
      'in one line',
    )
})
