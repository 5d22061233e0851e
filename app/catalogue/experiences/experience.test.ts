import { expect, test } from 'vitest'

import { blankExperience, experienceChangesFrom, readExperienceDraft, typeOf } from './experience-form.ts'
import {
  formatDuration,
  formatGroup,
  formatParties,
  formatType,
  largestParty,
  usualParty,
} from './experience.ts'

test('sends a price with too many decimals as a number, so that the refusal is about the decimals', () => {
  const form = new FormData()
  const read = (price: string) => {
    form.set('price_per_person', price)
    return readExperienceDraft(form).price_per_person
  }
  expect(['12,50', '12.345', 'twelve'].map(read)).toEqual([12.5, 12.345, 'twelve'])
})

test('formats durations in minutes, in hours, or in hours and minutes', () => {
  expect([45, 59, 60, 90, 120, 135, 240].map(formatDuration)).toEqual([
    '45 min',
    '59 min',
    '1h',
    '1h 30min',
    '2h',
    '2h 15min',
    '4h',
  ])
})

test('formats group sizes as a range, or with a plus sign if there is no maximum', () => {
  expect(formatGroup({ min_group_size: 2, max_group_size: 8 })).toBe('2-8')
  expect(formatGroup({ min_group_size: 2, max_group_size: null })).toBe('2+')
})

test('formats types as words with an initial capital', () => {
  expect(formatType('wine_tasting')).toBe('Wine tasting')
  expect(formatType('cellar_door_tour')).toBe('Cellar door tour')
})

test('the usual party is the allowed size nearest to two, and a party has at most ten people by default', () => {
  expect(usualParty({ min_group_size: 1, max_group_size: 8 })).toBe(2)
  expect(usualParty({ min_group_size: 4, max_group_size: 8 })).toBe(4)
  expect(usualParty({ min_group_size: 1, max_group_size: 1 })).toBe(1)
  expect(largestParty({ min_group_size: 1, max_group_size: null })).toBe(10)
})

test.each([
  [[[4, 8]], 'Takes 4–8'],
  [[[6, 6]], 'Takes 6'],
  [[[2, null]], 'Takes 2–10'],
  [
    [
      [10, 20],
      [1, 4],
    ],
    'Takes 1–4 and 10–20',
  ],
  [
    [
      [1, 4],
      [5, 8],
      [2, 3],
    ],
    'Takes 1–8',
  ],
] as [[number, number | null][], string][])('formats the party sizes %j as “%s”', (sizes, expected) => {
  expect(
    formatParties(sizes.map(([min_group_size, max_group_size]) => ({ min_group_size, max_group_size }))),
  ).toBe(expected)
})

test('when staff confirm all facts, the form also sends every unchanged fact that has a value', () => {
  const opened = { ...blankExperience, title: 'Walk', dogs: 'on_lead' as const, parking: 'Free' }
  const typed = { ...opened, title: 'Long walk', parking: null }
  expect(experienceChangesFrom(opened, typed)).toEqual({ title: 'Long walk', parking: null })
  expect(experienceChangesFrom(opened, typed, true)).toEqual({
    title: 'Long walk',
    parking: null,
    dogs: 'on_lead',
  })
})

test('turns the “&” in the name of a type into the word “and”', () => {
  expect(typeOf('Tour & Tasting')).toBe('tour_and_tasting')
  expect(formatType(typeOf('Tour & Tasting') ?? '')).toBe('Tour and tasting')
  expect(typeOf('Wine tasting')).toBe('wine_tasting')
})
