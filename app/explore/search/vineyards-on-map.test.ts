import { expect, test } from 'vitest'
import { clusterLabel, inViewText, pinLabel, pinPrice } from './vineyards-on-map.ts'

test('describes a cluster, and says how many vineyards are in view', () => {
  expect(clusterLabel({ count: 14, zoom: 8 })).toBe('14 vineyards here, zoom in')
  expect(clusterLabel({ count: 2, zoom: null })).toBe('2 vineyards in the same spot')
  expect(inViewText(1)).toBe('1 vineyard on this part of the map')
  expect(inViewText(0)).toBe('0 vineyards on this part of the map')
})

test('the price on a pin has no pence if the price is in whole pounds', () => {
  expect([pinPrice(16), pinPrice(17.5), pinPrice(1200)]).toEqual(['£16', '£17.50', '£1,200'])
  expect(pinLabel({ name: 'Ash', price: null }, false)).toBe('Ash')
  expect(pinLabel({ name: 'Ash', price: 16 }, true)).toBe('Ash, from £16, seen')
})
