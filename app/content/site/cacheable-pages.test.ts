import { expect, test } from 'vitest'

import { cacheKeyOf } from './cacheable-pages.ts'

const id = 'b1e7f0a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b'
const addressOf = (path: string) => cacheKeyOf(new URL(path, 'http://site.test'))?.address

test('equivalent URLs share one cache entry', () => {
  for (const path of ['/explore', '/explore?', '/explore?search=&type=', '/explore?utm_source=x&fbclid=1'])
    expect(addressOf(path), path).toBe('/explore')
  expect(addressOf('/explore?type=wine_tasting&search=kent')).toBe('/explore?search=kent&type=wine_tasting')
  expect(addressOf('/explore?search=kent&gclid=9&type=wine_tasting')).toBe(
    '/explore?search=kent&type=wine_tasting',
  )
})

test('caches the Explore page in its known orders and views', () => {
  for (const path of ['/explore?sort=name', '/explore?view=map']) expect(addressOf(path)).toBe(path)
})

test('caches the pages of counties and towns, but only if the URL has no query', () => {
  for (const path of ['/vineyards/kent', '/vineyards/kent/tenterden']) expect(addressOf(path)).toBe(path)
  for (const path of ['/vineyards', '/vineyards/kent/tenterden/x', '/vineyards/kent?search=x'])
    expect(addressOf(path), path).toBeUndefined()
})

test('URLs that differ in letter case or parameters have their own entries', () => {
  const all = [
    '/explore?search=kent',
    '/explore?search=Kent',
    '/explore?search=kent&page=2',
    '/explore?page=2',
  ]
  expect(new Set(all.map(addressOf)).size).toBe(all.length)
})

test('does not cache lists for a date, party or location, or URLs with unknown parameters or values', () => {
  for (const path of [
    '/explore?date=2026-06-06',
    '/explore?guests=4',
    '/explore?near=Lewes',
    '/explore?lat=51&lng=0',
    '/explore?search=a&search=b',
    '/explore?sort=price',
    '/explore?view=list',
    '/explore?order=price',
    `/explore?search=${'x'.repeat(400)}`,
    `/vineyard/${id}?guests=2`,
  ])
    expect(addressOf(path), path).toBeUndefined()
})

// ASVS 14.2.2 14.2.5
test('never caches personal pages and forms', () => {
  for (const path of [
    `/book-now/${id}`,
    `/booking/${id}`,
    `/vineyard/${id}/claim`,
    '/for-vineyards/add',
    `/vineyard/${id}.data`,
    '/contact',
    '/favourites',
    '/my-bookings',
    '/winemaker/dashboard',
    '/admin',
    '/api/vineyards',
    `/itinerary/${id}`,
  ])
    expect(addressOf(path), path).toBeUndefined()
})
