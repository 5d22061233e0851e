import { expect, test } from 'vitest'
import { isWithin } from '../search/vineyards-on-map.ts'
import { closeUp, fitPadding, home, mapBounds } from './map-zooms.ts'

test("zooms are one less than the specification's", () => {
  expect([home.zoom, closeUp.zoom, closeUp.duration]).toEqual([5, 12, 1500])
  expect([home.latitude, home.longitude]).toEqual([54.7, -3.3])
  expect(fitPadding).toBe(50)
})

test('the map covers the country and its neighbours', () => {
  expect(isWithin({ latitude: 60.8, longitude: -0.8 }, mapBounds)).toBe(true)
  expect(isWithin({ latitude: 48.85, longitude: 2.35 }, mapBounds)).toBe(true)
  expect(isWithin({ latitude: 40.71, longitude: -74 }, mapBounds)).toBe(false)
})
