import { expect, test } from 'vitest'
import {
  clusterLabel,
  closeUp,
  fitPadding,
  home,
  inViewText,
  isWithin,
  mapBounds,
  pinLabel,
  pinPrice,
} from './map-pins.ts'

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

test('describes clusters and the part in view', () => {
  expect(clusterLabel({ count: 14, zoom: 8 })).toBe('14 vineyards here, zoom in')
  expect(clusterLabel({ count: 2, zoom: null })).toBe('2 vineyards on this spot')
  expect(inViewText(1)).toBe('1 vineyard on this part of the map')
  expect(inViewText(0)).toBe('0 vineyards on this part of the map')
})

test('the price on a pin has no pence if it is in whole pounds', () => {
  expect([pinPrice(16), pinPrice(17.5), pinPrice(1200)]).toEqual(['£16', '£17.50', '£1,200'])
  expect(pinLabel({ name: 'Ash', price: null }, false)).toBe('Ash')
  expect(pinLabel({ name: 'Ash', price: 16 }, true)).toBe('Ash, from £16, seen')
})
