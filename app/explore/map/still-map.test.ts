import { MercatorCoordinate } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { StillMap } from './still-map.ts'

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
  },
)
const box = { clientWidth: 400, clientHeight: 600 } as HTMLElement

test('the first view shows the country, with positions where MapLibre puts them', () => {
  const map = new StillMap(box)
  const middle = MercatorCoordinate.fromLngLat([-3.3, 54.7])
  for (const at of [
    [-3.3, 54.7],
    [-0.1276, 51.5072],
    [-6.3, 49.9],
  ] as [number, number][]) {
    const there = MercatorCoordinate.fromLngLat(at)
    const { x, y } = map.project(at)
    expect(x).toBeCloseTo((there.x - middle.x) * 512 * 2 ** 5 + 200)
    expect(y).toBeCloseTo((there.y - middle.y) * 512 * 2 ** 5 + 300)
  }
})

test('fits bounds to the map, with padding on the tighter side, and never zooms in further than allowed', () => {
  const map = new StillMap(box)
  map.fitBounds([-2, 51, 1, 52], { padding: 50, maxZoom: 10 })
  const [west, east] = [map.project([-2, 51.5]), map.project([1, 51.5])]
  expect(west.x).toBeCloseTo(50)
  expect(east.x).toBeCloseTo(350)
  map.fitBounds([0.5, 51, 0.5, 51], { padding: 50, maxZoom: 10 })
  expect(map.view.zoom).toBe(10)
  expect(map.view.center[0]).toBeCloseTo(0.5)
  expect(map.view.center[1]).toBeCloseTo(51)
})

test('the bounds of the view are the corners of the box, even after panning and zooming', () => {
  const map = new StillMap(box)
  let moves = 0
  map.on('move', () => moves++)
  map.panBy([30, -40])
  map.zoomIn()
  const bounds = map.getBounds()
  const [corner, other] = [
    map.project([bounds.getWest(), bounds.getNorth()]),
    map.project([bounds.getEast(), bounds.getSouth()]),
  ]
  for (const value of [corner.x, corner.y]) expect(value).toBeCloseTo(0)
  expect([other.x, other.y].map(Math.round)).toEqual([400, 600])
  expect(moves).toBe(2)
  for (let n = 0; n < 20; n++) map.zoomOut()
  expect(map.getZoom()).toBe(4)
})
