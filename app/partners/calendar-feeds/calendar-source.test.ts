import { expect, test } from 'vitest'

import { type NamedEntry, reportSentences } from './read-report.ts'

const entry = (changes: Partial<NamedEntry>): NamedEntry => ({
  problem: 'unread',
  title: 'Private hire',
  line: 220,
  zone: null,
  ...changes,
})

test('says how many entries could not be read, and names these entries with their lines', () => {
  const entries = [
    entry({}),
    entry({ title: null, line: 8 }),
    entry({ problem: 'endless', title: 'Tick', line: 9 }),
  ]
  expect(reportSentences({ entries: 120, unread: 3, unknown_zones: 0, named_entries: entries })).toEqual([
    '3 of 120 entries could not be read: Private hire, line 220; without a title, line 8; Tick, line 9 (it repeats too often).',
  ])
})

test('names five entries and says how many others there are', () => {
  const many = Array.from({ length: 20 }, (_, line) => entry({ line }))
  const [sentence] = reportSentences({ entries: 1500, unread: 1200, unknown_zones: 0, named_entries: many })
  expect(sentence).toMatch(/^1,200 of 1,500 entries .*line 4; and 1,195 more\.$/)
})

test('says which entries are in an unknown time zone', () => {
  const cellar = entry({ problem: 'unknown_zone', zone: 'Cellar', title: 'Tasting', line: 4 })
  expect(reportSentences({ entries: 1, unread: 0, unknown_zones: 1, named_entries: [cellar] })).toEqual([
    '1 entry is in a time zone that we do not know, so we read the times as London time: Tasting, line 4 (Cellar).',
  ])
})
