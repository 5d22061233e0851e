import { expect, test } from 'vitest'

import { currentness, entries } from './navigation.ts'

const marked = (pathname: string) =>
  entries.flatMap((entry) => {
    const current = currentness(entry, pathname)
    return current ? [`${entry.label}: ${current}`] : []
  })

test('the page one is on is marked as the page', () => {
  expect(marked('/')).toEqual(['Home: page'])
  expect(marked('/explore')).toEqual(['Vineyards: page'])
})

test('a page below an entry marks the entry', () => {
  expect(marked('/vineyard/3f')).toEqual(['Vineyards: true'])
  expect(marked('/book-now/3f')).toEqual(['Vineyards: true'])
  expect(marked('/blog/first-frost')).toEqual(['Blog: true'])
  expect(marked('/my-itineraries')).toEqual(['Itineraries: true'])
})

test('a path that only begins alike belongs to nobody', () => {
  expect(marked('/blogger')).toEqual([])
  expect(marked('/privacy')).toEqual([])
})
