import fc from 'fast-check'
import { expect, test } from 'vitest'

import { calendarViews, daysOfView, stepView, readView, viewTitle } from './calendar-view.ts'

test('shows the month around today when the URL has no valid view', () => {
  const month = { view: 'month', on: '2026-06-13' }
  expect(readView(new URLSearchParams(), '2026-06-13')).toEqual(month)
  expect(readView(new URLSearchParams('view=decade&on=2026-02-30'), '2026-06-13')).toEqual(month)
})

test('weeks begin on Monday, and months include all their days', () => {
  expect(daysOfView({ view: 'week', on: '2026-06-14' })).toEqual({ from: '2026-06-08', until: '2026-06-14' })
  expect(daysOfView({ view: 'month', on: '2028-02-10' })).toEqual({ from: '2028-02-01', until: '2028-02-29' })
  expect(viewTitle({ view: 'week', on: '2026-06-14' })).toBe('Week of Monday 8 June 2026')
})

test('the next view begins on the day after the last day of this view, across clock changes and leap days', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...calendarViews),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
      (view, date) => {
        const on = date.toISOString().slice(0, 10)
        const [here, next] = [daysOfView({ view, on }), daysOfView({ view, on: stepView({ view, on }, 1) })]
        const dayAfter = new Date(`${here.until}T12:00:00Z`)
        dayAfter.setUTCDate(dayAfter.getUTCDate() + 1)
        expect(next.from).toBe(dayAfter.toISOString().slice(0, 10))
        expect(daysOfView({ view, on: stepView({ view, on: next.from }, -1) })).toEqual(here)
      },
    ),
  )
})
