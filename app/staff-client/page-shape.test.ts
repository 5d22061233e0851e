import { expect, test } from 'vitest'

import { shapeOf } from './page-shape.ts'

test('the calendar loads as a grid for a month, and as rows for a week or a day', () => {
  const shapeAt = (search: string) => shapeOf({ pathname: '/winemaker/calendar', search })
  expect(['', '?view=month', '?view=week&on=2026-06-01', '?view=day'].map(shapeAt)).toEqual([
    'month',
    'month',
    'list',
    'list',
  ])
})
