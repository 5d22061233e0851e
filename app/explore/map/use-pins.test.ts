import { expect, test } from 'vitest'

import { fit, visibleBounds } from './use-pins.tsx'

/** Returns a map that shows 4 by 2 degrees, and a list of the movements that other code requests from the map. */
function makeMap() {
  const went: unknown[] = []
  const bounds = { getWest: () => -2, getEast: () => 2, getSouth: () => 50, getNorth: () => 52 }
  const map = {
    getBounds: () => bounds,
    easeTo: (to: object) => went.push(to),
    fitBounds: (to: number[], { animate }: { animate: boolean }) => went.push({ to, animate }),
  }
  return { map: map as never, went }
}

test('draws pins beyond the edges of the map too, within a margin in proportion to the map’s size', () => {
  const { map } = makeMap()
  expect(visibleBounds(map, 0)).toEqual({ west: -2, east: 2, south: 50, north: 52 })
  expect(visibleBounds(map, 0.25)).toEqual({ west: -3, east: 3, south: 49.5, north: 52.5 })
})

test('the map jumps to the results of the first search, and flies to the results of later searches', () => {
  const { map, went } = makeMap()
  const bounds = { west: -1, south: 51, east: 1, north: 52 }
  fit(map, bounds, null, true)
  fit(map, bounds, null, false)
  fit(map, bounds, { latitude: 51.5, longitude: 0.5 }, false)
  expect(went).toEqual([
    { to: [-1, 51, 1, 52], animate: false },
    { to: [-1, 51, 1, 52], animate: true },
    { center: [0.5, 51.5], zoom: expect.any(Number), animate: true },
  ])
})
