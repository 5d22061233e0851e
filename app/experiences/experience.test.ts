import { expect, test } from 'vitest'

import { formatDuration, formatGroup, formatType, largestParty, usualParty } from './experience.ts'

test('formats durations as minutes, hours or both', () => {
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

test('formats group sizes as a range, or with a plus without a maximum', () => {
  expect(formatGroup({ min_group_size: 2, max_group_size: 8 })).toBe('2-8')
  expect(formatGroup({ min_group_size: 2, max_group_size: null })).toBe('2+')
})

test('formats types as words with an initial capital', () => {
  expect(formatType('wine_tasting')).toBe('Wine tasting')
  expect(formatType('cellar_door_tour')).toBe('Cellar door tour')
})

test('the usual party is two within the group sizes; the default maximum is ten', () => {
  expect(usualParty({ min_group_size: 1, max_group_size: 8 })).toBe(2)
  expect(usualParty({ min_group_size: 4, max_group_size: 8 })).toBe(4)
  expect(usualParty({ min_group_size: 1, max_group_size: 1 })).toBe(1)
  expect(largestParty({ min_group_size: 1, max_group_size: null })).toBe(10)
})
