import { expect, test } from 'vitest'

import { sourceHeading } from './source-list.tsx'

const waiting = { failures: 0, checked_at: null }
const good = { failures: 0, checked_at: '2026-06-01T09:00:00Z' }
const bad = { failures: 2, checked_at: '2026-06-01T09:00:00Z' }

test.for([
  { sources: [], title: 'Calendar sync' },
  { sources: [waiting], title: 'Checking the calendar' },
  { sources: [good], title: 'One calendar in sync' },
  { sources: [bad], title: 'The calendar is failing' },
  { sources: [waiting, waiting], title: 'Checking 2 calendars' },
  { sources: [good, waiting], title: 'Checking 1 of 2 calendars' },
  { sources: [good, good], title: '2 calendars in sync' },
  { sources: [good, bad, waiting], title: '1 of 3 calendars is failing' },
])('heads the page with "$title"', ({ sources, title }) => {
  expect(sourceHeading(sources)).toBe(title)
})
