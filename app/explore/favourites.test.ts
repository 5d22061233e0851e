import { expect, test } from 'vitest'
import { mostFavourites, readFavourites, readIds, savedText, toggled } from './favourites.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

test('saving puts a vineyard in front, saving again takes it out', () => {
  expect(toggled([id(1)], id(2))).toEqual([id(2), id(1)])
  expect(toggled([id(2), id(1)], id(2))).toEqual([id(1)])
})

test('what is stored is read back, each vineyard once', () => {
  expect(readFavourites(JSON.stringify([id(1), id(1), id(2)]))).toEqual([id(1), id(2)])
})

test('a broken or foreign store counts as empty', () => {
  expect(readFavourites(null)).toEqual([])
  expect(readFavourites('{not json')).toEqual([])
  expect(readFavourites('{"a":1}')).toEqual([])
  expect(readFavourites('["<script>", 7, null]')).toEqual([])
})

test('an address asks for so many and no more, and only for ids', () => {
  const many = Array.from({ length: 500 }, (_, n) => id(n))
  expect(readIds(new URLSearchParams({ ids: many.join(',') }))).toHaveLength(mostFavourites)
  expect(readIds(new URLSearchParams({ ids: `x,${id(1)},` }))).toEqual([id(1)])
  expect(readIds(new URLSearchParams())).toEqual([])
})

test('the number of saved vineyards is said in words', () => {
  expect([savedText(1), savedText(3)]).toEqual(['1 vineyard saved', '3 vineyards saved'])
})
