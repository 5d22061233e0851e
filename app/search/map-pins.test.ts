import { expect, test } from 'vitest'
import { clusterLabel, closeUp, fitPadding, home, inViewText, isWithin, mapBounds } from './map-pins.ts'

test("zooms are the specification's, told in tiles twice as wide", () => {
  expect([home.zoom, closeUp.zoom, closeUp.duration]).toEqual([5, 12, 1500])
  expect([home.latitude, home.longitude]).toEqual([54.7, -3.3])
  expect(fitPadding).toBe(50)
})

test('the map reaches the whole country and its neighbours, and not New York', () => {
  expect(isWithin({ latitude: 60.8, longitude: -0.8 }, mapBounds)).toBe(true)
  expect(isWithin({ latitude: 48.85, longitude: 2.35 }, mapBounds)).toBe(true)
  expect(isWithin({ latitude: 40.71, longitude: -74 }, mapBounds)).toBe(false)
})

test('what is on the map says itself in words', () => {
  expect(clusterLabel({ count: 14, zoom: 8 })).toBe('14 vineyards here, zoom in')
  expect(clusterLabel({ count: 2, zoom: null })).toBe('2 vineyards on this spot')
  expect(inViewText(1)).toBe('1 vineyard on this part of the map')
  expect(inViewText(0)).toBe('0 vineyards on this part of the map')
})
