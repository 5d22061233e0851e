import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PinRow } from '../search/explore.shapes.ts'
import { mostNamed, mostPins } from '../search/vineyards-on-map.ts'
import { home, zooms } from './map-zooms.ts'
import { indexPins } from './pin-index.ts'

const everywhere = { west: -12, south: 48, east: 4, north: 62 }
const row = (name: string, latitude: number, longitude: number): PinRow => [
  `id of ${name}`,
  name,
  latitude,
  longitude,
  16,
]

test('shows distant vineyards as pins, and vineyards close to each other as a cluster with their number', () => {
  const pins = indexPins([row('Ash', 51, 0.5), row('Beech', 51.001, 0.501), row('Cedar', 56, -4)])
  const { pins: shown } = pins.inView(everywhere, everywhere, home.zoom)
  expect(shown).toMatchObject([
    { kind: 'vineyard', id: 'id of Cedar', name: 'Cedar', latitude: 56, longitude: -4 },
    { kind: 'cluster', count: 2 },
  ])
})

test('a cluster dissolves at its expansion zoom', () => {
  const pins = indexPins([row('Ash', 51, 0.5), row('Beech', 51.01, 0.51)])
  const [cluster] = pins.inView(everywhere, everywhere, home.zoom).pins
  expect(cluster).toMatchObject({ kind: 'cluster', zoom: expect.any(Number) })
  const opened = cluster?.kind === 'cluster' ? cluster.zoom! : 0
  const inside = pins.inView(everywhere, everywhere, opened).pins
  expect(inside.map(({ kind }) => kind)).toEqual(['vineyard', 'vineyard'])
})

test('vineyards at the same position stay a cluster at every zoom, and the cluster lists them by name', () => {
  const pins = indexPins([row('Wine Bar', 51, 0.5), row('Barn', 51, 0.5), row('Cellar', 51, 0.5)])
  const [cluster] = pins.inView(everywhere, everywhere, zooms.most).pins
  expect(cluster).toMatchObject({ kind: 'cluster', count: 3, zoom: null })
  const members = cluster?.kind === 'cluster' ? cluster.members : []
  expect(members.map(({ name }) => name)).toEqual(['Barn', 'Cellar', 'Wine Bar'])
})

test('the bounds contain every pin and are null without pins', () => {
  expect(indexPins([row('A', 51, 0.5), row('B', 56, -4), row('C', 52, 1.2)]).bounds).toEqual({
    west: -4,
    south: 51,
    east: 1.2,
    north: 56,
  })
  expect(indexPins([]).bounds).toBeNull()
})

test('lists the first vineyards in view, in the given order', () => {
  const many = Array.from({ length: 40 }, (_, n) => row(`V${String(n).padStart(2, '0')}`, 51 + n / 100, 0))
  const south = { west: -1, south: 50, east: 1, north: 51.295 }
  const { count, vineyards } = indexPins(many).inView(south, everywhere, 8)
  expect(count).toBe(30)
  expect(vineyards.map(({ name }) => name)).toEqual(many.slice(0, mostNamed).map(([, name]) => name))
})

const degrees = fc.record({
  latitude: fc.double({ min: 49, max: 61, noNaN: true }),
  longitude: fc.double({ min: -8, max: 2, noNaN: true }),
})

test('every vineyard is in exactly one pin or cluster at every zoom', () => {
  fc.assert(
    fc.property(
      fc.array(degrees, { maxLength: 120 }),
      fc.integer({ min: 3, max: 16 }),
      fc.boolean(),
      (positions, zoom, isCrowded) => {
        const rows = positions.map(({ latitude, longitude }, n) =>
          row(
            `V${n}`,
            isCrowded ? Math.round(latitude) : latitude,
            isCrowded ? Math.round(longitude) : longitude,
          ),
        )
        const { pins, count } = indexPins(rows).inView(everywhere, everywhere, zoom)
        const total = pins.reduce((sum, pin) => sum + (pin.kind === 'cluster' ? pin.count : 1), 0)
        expect([total, count]).toEqual([rows.length, rows.length])
        expect(new Set(pins.map(({ key }) => key)).size).toBe(pins.length)
      },
    ),
    { numRuns: 200 },
  )
})

test('draws at most 200 pins for 20,000 vineyards', () => {
  const dice = seeded(3)
  const rows = Array.from({ length: 20_000 }, (_, n) => row(`V${n}`, 50 + dice() * 6, -5 + dice() * 6.5))
  const pins = indexPins(rows)
  for (let zoom = 3; zoom <= 16; zoom += 0.5) {
    const half = 1200 / 2 ** zoom
    const [longitude, latitude] = [-5 + dice() * 6.5, 50 + dice() * 6]
    const box = {
      west: longitude - half,
      east: longitude + half,
      south: latitude - half,
      north: latitude + half,
    }
    expect(pins.inView(box, box, zoom).pins.length).toBeLessThanOrEqual(mostPins)
  }
  const all = pins.inView(everywhere, everywhere, 16).pins
  expect(all.length).toBeLessThanOrEqual(mostPins)
  const total = all.reduce((sum, pin) => sum + (pin.kind === 'cluster' ? pin.count : 1), 0)
  expect(total, 'all vineyards are counted').toBe(20_000)
})

function seeded(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
