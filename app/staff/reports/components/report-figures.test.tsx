import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { Figures, Report } from '../report.shapes.ts'
import { LineTable } from './report-figures.tsx'

const none: Figures = {
  bookings: 0,
  guests: 0,
  not_marked: 0,
  earned: 0,
  expected: 0,
  money_taken: 0,
  cancelled: 0,
  places: 0,
  taken: 0,
  lead: null,
  refused: 0,
}

test('lists a day on which only money was taken or given back, so that the lines add up to the total', () => {
  const lines = [
    { key: '2026-06-01', title: null, ...none },
    { key: '2026-06-02', title: null, ...none, money_taken: 12 },
    { key: '2026-06-03', title: null, ...none, money_taken: -7.5 },
  ]
  const report = { lines, total: { ...none, money_taken: 4.5 }, by: 'day' } as unknown as Report
  const html = renderToStaticMarkup(<LineTable report={report} />)
  for (const amount of ['£12.00', '-£7.50', '£4.50']) expect(html).toContain(amount)
  expect(html).toContain('1 day without sessions, bookings and money is not listed.')
})
