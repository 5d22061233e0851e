import { expect, test } from 'vitest'

import { currentness, entries } from './navigation.tsx'

const marked = (pathname: string) =>
  entries.flatMap((entry) => {
    const current = currentness(entry, pathname)
    return current ? [`${entry.label}: ${current}`] : []
  })

test('marks the current page', () => {
  expect(marked('/')).toEqual(['Home: page'])
  expect(marked('/explore')).toEqual(['Vineyards: page'])
})

test('marks the entry to which the current page belongs', () => {
  expect(marked('/vineyard/3f')).toEqual(['Vineyards: true'])
  expect(marked('/vineyards/kent')).toEqual(['Vineyards: true'])
  expect(marked('/book-now/3f')).toEqual(['Vineyards: true'])
  expect(marked('/blog/first-frost')).toEqual(['Blog: true'])
  expect(marked('/my-itineraries')).toEqual(['Itineraries: true'])
})

test('ignores paths that only share a prefix', () => {
  expect(marked('/blogger')).toEqual([])
  expect(marked('/privacy')).toEqual([])
})
