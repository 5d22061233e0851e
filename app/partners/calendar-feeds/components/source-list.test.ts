import { expect, test } from 'vitest'

import { sourceHeading } from './source-list.tsx'

const waiting = { failures: 0, checked_at: null, read_report: null }
const good = { failures: 0, checked_at: '2026-06-01T09:00:00Z', read_report: null }
const bad = { failures: 2, checked_at: '2026-06-01T09:00:00Z', read_report: null }
const partial = { ...good, read_report: { entries: 2, unread: 1, unknown_zones: 0, named_entries: [] } }

test.for([
  { sources: [], title: 'Calendar sync' },
  { sources: [waiting], title: 'Checking the calendar' },
  { sources: [good], title: 'One calendar in sync' },
  { sources: [bad], title: 'The calendar is failing' },
  { sources: [waiting, waiting], title: 'Checking 2 calendars' },
  { sources: [good, waiting], title: 'Checking 1 of 2 calendars' },
  { sources: [good, good], title: '2 calendars in sync' },
  { sources: [partial], title: 'The calendar is read only in part' },
  { sources: [good, partial], title: '1 of 2 calendars is read only in part' },
  { sources: [good, bad, waiting], title: '1 of 3 calendars is failing' },
])('heads the page with "$title"', ({ sources, title }) => {
  expect(sourceHeading(sources)).toBe(title)
})
