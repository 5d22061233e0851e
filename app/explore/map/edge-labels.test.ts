import { expect, test, vi } from 'vitest'
import towns from '../../../basemap/known-towns.json'
import { overlaps } from '../locator/outline.ts'
import { type EdgeTown, edgeText, type KnownTown, placeEdgeTowns } from './edge-labels.ts'
import { StillMap } from './still-map.ts'

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
  },
)
const cranbrook: [number, number] = [0.54, 51.09]
const [width, height] = [1200, 600]
const mapOf = (clientWidth: number, clientHeight: number) =>
  new StillMap({ clientWidth, clientHeight } as HTMLElement, { center: cranbrook, zoom: 12 })
const place = (map: StillMap, taken: Parameters<typeof placeEdgeTowns>[2] = []) =>
  placeEdgeTowns(towns as unknown as KnownTown[], map, taken)
const boxOf = ({ x, y }: EdgeTown) => ({ left: x - 60, right: x + 60, top: y - 15, bottom: y + 15 })

test('names each of the nearest towns beyond the map at the edge that faces the town', () => {
  const labels = place(mapOf(width, height))
  expect(labels.map(edgeText)).toContain('Tenterden 7 miles E')
  expect(labels.map(edgeText)).toContain('Maidstone 12 miles N')
  expect(labels.length).toBeGreaterThanOrEqual(4)
  expect(labels.length).toBeLessThanOrEqual(6)
  expect(labels.find(({ name }) => name === 'Tenterden')?.x).toBeGreaterThan(width * 0.8)
  expect(labels.find(({ name }) => name === 'Maidstone')?.y).toBeLessThan(height * 0.1)
})

test('does not name a town that the map shows', () => {
  const map = mapOf(width, height)
  map.easeTo({ zoom: 9 })
  expect(place(map).map(({ name }) => name)).not.toContain('Tenterden')
})

test('labels keep clear of each other, of the controls and of the middle of the map', () => {
  const map = mapOf(360, 600)
  const [free] = place(map)
  if (!free) throw new Error('no town is near')
  const labels = place(map, [boxOf(free)])
  expect(labels.length).toBeGreaterThan(1)
  const boxes = [...labels.map(boxOf), boxOf(free), { left: 120, right: 240, top: 200, bottom: 400 }]
  const pairs = boxes.flatMap((box, n) => boxes.slice(n + 1).map((other) => overlaps(box, other)))
  expect(pairs.slice(0, -1)).not.toContain(true)
})

test('a small map has few labels, and a map only 20 pixels high has none', () => {
  expect(place(mapOf(360, 180))).toHaveLength(1)
  expect(place(mapOf(360, 20))).toEqual([])
})
