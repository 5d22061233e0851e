import { expect, test } from 'vitest'

import { estatePictures } from './estates.ts'
import { landscape } from './landscape.ts'
import { logo } from './logo.ts'

const estates = Object.entries(estatePictures)

test('the same seed gives the same picture', () => {
  for (const [slug, { cover, mark }] of estates) {
    expect(landscape(cover)).toBe(landscape(cover))
    expect(logo({ seed: slug, motif: mark })).toBe(logo({ seed: slug, motif: mark }))
  }
})

test('every path has valid coordinates', () => {
  for (const [slug, { cover, mark }] of estates) {
    expect(landscape(cover) + logo({ seed: slug, motif: mark })).not.toMatch(/NaN|undefined|Infinity/)
  }
})

test('no two covers have the same place, season and time, and another seed turns the rows', () => {
  const combinations = estates.map(([, { cover }]) => `${cover.place} ${cover.season} ${cover.time}`)
  expect(new Set(combinations).size).toBe(estates.length)
  const [, first] = estates[0] ?? []
  if (!first) throw new Error('There is no estate')
  expect(landscape({ ...first.cover, seed: 2 })).not.toBe(landscape(first.cover))
})
