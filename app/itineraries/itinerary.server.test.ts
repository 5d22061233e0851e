import { expect, test } from 'vitest'

import { differentCovers } from './itinerary.server.ts'

const of = (...days: string[][]) => differentCovers(days.map((covers) => ({ covers })))

test('days that visit the same estate show different pictures where their other stops have some', () => {
  expect(of(['mill', 'cliff'], ['mill', 'mill'])).toEqual(['cliff', 'mill'])
  expect(of(['mill', 'cliff'], ['cliff', 'barn'], ['mill'])).toEqual(['cliff', 'barn', 'mill'])
})

test('where nothing else is left they show the same, and a day without a picture shows none', () => {
  expect(of(['mill'], [], ['mill'])).toEqual(['mill', null, 'mill'])
})
