import { expect, test } from 'vitest'

import { formatBytes, formatCount } from './counts.ts'

test('formats counts with commas', () => {
  expect([0, 999, 1204, 1_000_000].map(formatCount)).toEqual(['0', '999', '1,204', '1,000,000'])
})

test('formats sizes with a suitable unit', () => {
  const sizes = [0, 400, 999_400, 1_500_000, 12_400_000, 5e8, 1.25e9, 3e15]
  expect(sizes.map(formatBytes)).toEqual([
    '0 kB',
    '0.4 kB',
    '999 kB',
    '1.5 MB',
    '12 MB',
    '500 MB',
    '1.3 GB',
    '3000 TB',
  ])
})
