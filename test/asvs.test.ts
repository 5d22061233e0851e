import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { levels, readRequirements, type Requirement } from './asvs.ts'
import { describeAsvs, findUnproven, readEvidence } from './asvs-page.ts'

const files = globSync('{app,db,server,test}/**/*.{test.ts,test.tsx,spec.ts}').toSorted()
const evidence = files.flatMap((file) => readEvidence(file, readFileSync(file, 'utf8')))
const { parts, requirements } = readRequirements()

test('test/asvs.md says how each requirement is met (npm run asvs writes the file)', async () => {
  await expect(describeAsvs(parts, requirements, evidence)).toMatchFileSnapshot('asvs.md')
})

test('all 345 requirements of the standard are listed once, in order, with their level', () => {
  const standard = levels.flatMap((chapter, c) =>
    chapter
      .split(' ')
      .flatMap((section, s) => [...section].map((level, n) => [`${c + 1}.${s + 1}.${n + 1}`, level])),
  )
  expect(requirements.map(({ id, level }) => [id, level])).toEqual(standard)
  const countOf = (wanted: string) => standard.filter(([, level]) => level === wanted).length
  expect(['1', '2', '3'].map(countOf)).toEqual([70, 183, 92])
})

test('each requirement that is met names a test or document that exists, and every other requirement names a reason', () => {
  expect(findUnproven(requirements, evidence)).toEqual([])
  const row = (state: Requirement['state'], reason = '', documents: string[] = []): Requirement[] => [
    { id: '1.1.1', level: '1', state, summary: 'Nothing', reason, documents },
  ]
  const proof = [{ id: '1.1.1', file: 'a.test.ts', test: 'a' }]
  expect(findUnproven(row('held'), [])).toEqual(['1.1.1: names no test and no document'])
  expect(findUnproven(row('held', 'Why'), proof)).toHaveLength(1)
  expect(findUnproven(row('held in part', 'why'), [])).toEqual(['1.1.1: names no test and no document'])
  expect(findUnproven(row('held in part'), proof)).toEqual(['1.1.1: has no reason'])
  expect(findUnproven(row('not held', 'Why'), proof)).toEqual(['1.1.1: has a proof, but is not held'])
  expect(findUnproven(row('left to the operator'), [])).toEqual(['1.1.1: has no reason'])
  expect(findUnproven(row('held', '', ['none.md']), [])).toEqual(['1.1.1: no document none.md'])
  const unheaded = 'guide/run/accounts.md#nothing'
  expect(findUnproven(row('held', '', [unheaded]), [])).toEqual([`1.1.1: no document ${unheaded}`])
  expect(findUnproven(row('held', '', ['guide/run/accounts.md#guessing']), [])).toEqual([])
})

test('SECURITY.md, the guide and note 15 contain the figures of test/asvs.md', () => {
  const count = (wanted: Requirement['state']) => requirements.filter(({ state }) => state === wanted).length
  const figures = `${count('held')} are held, ${count('held in part')} in part, and ${count('not held')} are not held; ${count('not applicable')} do not apply`
  for (const file of ['SECURITY.md', 'docs/guide/run/security.md']) {
    const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')
    expect(text).toContain(figures)
    expect(text).toMatch(new RegExp(`\\b${count('left to the operator')} are left to`))
  }
  const met = requirements.filter(({ state }) => state === 'held' || state === 'held in part')
  const untested = met.filter(({ id }) => !evidence.some((found) => found.id === id))
  const note = readFileSync('docs/decisions/0015-browser-security.md', 'utf8').replaceAll(/\s+/g, ' ')
  expect(note).toContain(`Only documents show ${untested.length} of the ${met.length} requirements`)
})

test('tests name only known requirements, and summaries are short', () => {
  const ids = new Set(requirements.map(({ id }) => id))
  expect(evidence.filter(({ id }) => !ids.has(id))).toEqual([])
  expect(requirements.filter(({ summary }) => summary === '' || summary.length > 90)).toEqual([])
})

test('finds the requirements above a test, above a group, above a row of a table and above a test.each', () => {
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

test('rejects a tag without a test below it, a tag of a skipped test, and a second tag below the first', () => {
  expect(() => readEvidence('a.test.ts', "// ASVS 1.2.3\nconst name = 'a'")).toThrow('a.test.ts')
  expect(() => readEvidence('a.test.ts', "// ASVS 1.2.3\ntest.skip('a', () => {})")).toThrow('ASVS 1.2.3')
  for (const second of ['// ASVS 4.5.6', '// Why.\n// ASVS 4.5.6'])
    expect(() => readEvidence('a.test.ts', `// ASVS 1.2.3\n${second}\ntest('a', () => {})`)).toThrow(
      'in one line',
    )
})
