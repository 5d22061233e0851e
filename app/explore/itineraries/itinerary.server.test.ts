import { expect, test } from 'vitest'

import { differentCovers } from './itinerary.server.ts'

const of = (...days: string[][]) => differentCovers(days.map((covers) => ({ covers })))

test('itineraries with a vineyard in common get different covers if their other stops have pictures', () => {
  expect(of(['mill', 'cliff'], ['mill', 'mill'])).toEqual(['cliff', 'mill'])
  expect(of(['mill', 'cliff'], ['cliff', 'barn'], ['mill'])).toEqual(['cliff', 'barn', 'mill'])
})

test('repeats a cover only when no other is left, and gives no cover to an itinerary without pictures', () => {
  expect(of(['mill'], [], ['mill'])).toEqual(['mill', null, 'mill'])
})
