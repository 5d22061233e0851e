import { expect, test } from 'vitest'
import {
  leftOutText,
  mostFavourites,
  readFavourites,
  readIds,
  savedText,
  toggled,
  withSaved,
} from './favourites.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

test('saving puts a vineyard in front, saving again takes it out', () => {
  expect(toggled([id(1)], id(2)).favourites).toEqual([id(2), id(1)])
  expect(toggled([id(2), id(1)], id(2)).favourites).toEqual([id(1)])
})

test('what somebody else picked comes in front in its order, and what is in the list already makes no room', () => {
  expect(withSaved([id(1), id(2)], [id(3), id(2), id(4)])).toEqual({
    favourites: [id(3), id(4), id(1), id(2)],
    left_out: [],
  })
})

test('a full list loses nothing to what comes: that is left out and told', () => {
  const full = Array.from({ length: mostFavourites }, (_, n) => id(n))
  expect(toggled(full, id(100))).toEqual({ favourites: full, left_out: [id(100)] })
  expect(withSaved(full.slice(2), [id(100), id(101), id(102), id(103)])).toEqual({
    favourites: [id(100), id(101), ...full.slice(2)],
    left_out: [id(102), id(103)],
  })
  expect(toggled(full, id(0)).favourites).toHaveLength(mostFavourites - 1)
  expect(leftOutText(1)).toBe(
    'One vineyard was not saved: your favourites hold 60, which is all they can. Let another go first.',
  )
  expect(leftOutText(2)).toContain('2 vineyards were not saved')
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
