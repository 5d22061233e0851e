import { expect, test } from 'vitest'

import { shapeOf } from './page-shape.ts'

test('while the calendar loads, a month is shown as a grid, and a week or a day is shown as rows', () => {
  const shapeAt = (search: string) => shapeOf({ pathname: '/winemaker/calendar', search })
  expect(['', '?view=month', '?view=week&on=2026-06-01', '?view=day'].map(shapeAt)).toEqual([
    'month',
    'month',
    'list',
    'list',
  ])
})
