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

test('toggling adds a vineyard at the front, or removes it', () => {
  expect(toggled([id(1)], id(2)).favourites).toEqual([id(2), id(1)])
  expect(toggled([id(2), id(1)], id(2)).favourites).toEqual([id(1)])
})

test('adds a shared list at the front in its order, without duplicates', () => {
  expect(withSaved([id(1), id(2)], [id(3), id(2), id(4)])).toEqual({
    favourites: [id(3), id(4), id(1), id(2)],
    left_out: [],
  })
})

test('a full list keeps its vineyards and reports the vineyards that do not fit', () => {
  const full = Array.from({ length: mostFavourites }, (_, n) => id(n))
  expect(toggled(full, id(100))).toEqual({ favourites: full, left_out: [id(100)] })
  expect(withSaved(full.slice(2), [id(100), id(101), id(102), id(103)])).toEqual({
    favourites: [id(100), id(101), ...full.slice(2)],
    left_out: [id(102), id(103)],
  })
  expect(toggled(full, id(0)).favourites).toHaveLength(mostFavourites - 1)
  expect(leftOutText(1)).toBe(
    'One vineyard was not saved: your list is full (60 vineyards). Remove one first.',
  )
  expect(leftOutText(2)).toContain('2 vineyards were not saved')
})

test('reads back stored ids without duplicates', () => {
  expect(readFavourites(JSON.stringify([id(1), id(1), id(2)]))).toEqual([id(1), id(2)])
})

test('treats storage that is broken or holds other data as an empty list', () => {
  expect(readFavourites(null)).toEqual([])
  expect(readFavourites('{not json')).toEqual([])
  expect(readFavourites('{"a":1}')).toEqual([])
  expect(readFavourites('["<script>", 7, null]')).toEqual([])
})

test('reads a limited number of valid ids from the URL', () => {
  const many = Array.from({ length: 500 }, (_, n) => id(n))
  expect(readIds(new URLSearchParams({ ids: many.join(',') }))).toHaveLength(mostFavourites)
  expect(readIds(new URLSearchParams({ ids: `x,${id(1)},` }))).toEqual([id(1)])
  expect(readIds(new URLSearchParams())).toEqual([])
})

test('formats the number of saved vineyards', () => {
  expect([savedText(1), savedText(3)]).toEqual(['1 vineyard saved', '3 vineyards saved'])
})
