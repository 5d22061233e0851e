import { expect, test } from 'vitest'
import { frame, onStamp, stamp, tip } from './locator.ts'
import { drawLocator } from './locator.server.ts'

const at = (latitude: number, longitude: number) => drawLocator({ latitude, longitude })

/** Returns all corners of the land, computed from the relative steps of its path. */
function corners(land: string): { x: number; y: number }[] {
  return land
    .split('M')
    .slice(1)
    .flatMap((ring) => {
      const [x = 0, y = 0, ...steps] = [...ring.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number)
      const walked = [{ x, y }]
      for (let i = 0; i < steps.length; i += 2) {
        const last = walked.at(-1)!
        walked.push({ x: last.x + steps[i]!, y: last.y + steps[i + 1]! })
      }
      return walked
    })
}

/** Returns whether a point is on land, by the even–odd rule. */
function isLand(land: string, x: number, y: number): boolean {
  return land
    .split('M')
    .slice(1)
    .some((ring) => {
      const shore = corners(`M${ring}`)
      return (
        shore.filter((a, i) => {
          const b = shore.at(i - 1)!
          return a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)
        }).length %
          2 ===
        1
      )
    })
}

test('inland the whole picture is land', () => {
  const { land } = at(52.45, -1.5)
  expect(isLand(land, 1, 1) && isLand(land, 359, 179) && isLand(land, tip.x, tip.y)).toBe(true)
})

test('on the Kent coast the vineyard is on land and the Channel is sea', () => {
  const { land, labels } = at(51.2, 1.2)
  expect(isLand(land, tip.x, tip.y)).toBe(true)
  expect(isLand(land, 340, 150)).toBe(false)
  expect(labels.map(({ name }) => name)).toContain('Dover')
})

test('the Isle of Wight is an island with the Solent to its north', () => {
  const { land, labels } = at(50.68, -1.3)
  expect(isLand(land, tip.x, tip.y)).toBe(true)
  expect(isLand(land, 160, 60)).toBe(false)
  expect(labels.map(({ name }) => name)).toEqual(expect.arrayContaining(['Portsmouth', 'Ryde']))
})

test('Anglesey, Scilly and Jersey are on the map', () => {
  expect(isLand(at(53.25, -4.35).land, tip.x, tip.y)).toBe(true)
  expect(isLand(at(49.916, -6.305).land, tip.x, tip.y)).toBe(true)
  expect(isLand(at(49.22, -2.1).land, tip.x, tip.y)).toBe(true)
})

test('draws an empty sea far from the coast', () => {
  expect(at(58, 2)).toMatchObject({ land: '', labels: [] })
})

test('clips land just beyond the edge of the picture', () => {
  const xs = corners(at(51.2, 1.1).land).map(({ x }) => x)
  const ys = corners(at(51.2, 1.1).land).map(({ y }) => y)
  expect(Math.min(...xs, ...ys)).toBeGreaterThan(-8)
  expect(Math.min(...xs)).toBeLessThan(-3)
  expect(Math.max(...ys)).toBeLessThan(frame.height + 8)
})

test('limits the path length of the most ragged coasts', () => {
  const ragged = [at(57.4, -6.2), at(51.65, 0.7), at(58.2, -6.9), at(50.26, -5.05), at(60.3, -1.3)]
  expect(Math.max(...ragged.map(({ land }) => land.length))).toBeLessThanOrEqual(2700)
})

test('the inset shows Kent in the south-east and no dot for Jersey', () => {
  const kent = onStamp({ latitude: 51.2, longitude: 1.1 })!
  expect(kent.x).toBeGreaterThan(stamp.width * 0.75)
  expect(kent.y).toBeGreaterThan(stamp.height * 0.75)
  expect(onStamp({ latitude: 49.22, longitude: -2.1 })).toBeNull()
})

test('Windermere is a lake, and the Medway flows south of Maidstone', () => {
  const lakes = at(54.36, -2.94)
  const isDry = (latitude: number, longitude: number) => {
    const right = ((longitude + 2.94) * Math.cos((54.36 * Math.PI) / 180) * 111_320) / frame.metresPerUnit
    const down = ((54.36 - latitude) * 111_320) / frame.metresPerUnit
    const [x, y] = [tip.x + right, tip.y + down]
    const rings = lakes.land.split('M').slice(1)
    return rings.filter((ring) => isLand(`M${ring}`, x, y)).length % 2 === 1
  }
  expect([isDry(54.385, -2.943), isDry(54.385, -2.85)]).toEqual([false, true])
  expect(corners(at(51.2, 0.5).rivers).length).toBeGreaterThan(10)
  expect(at(51.06, 1).rivers).not.toContain('z')
})

test('a town with a station has the station sign, and the nearest other stations are named', () => {
  const { labels } = at(50.86, 0.15)
  expect(labels.find(({ name }) => name === 'Berwick (Sussex)')).toMatchObject({ has_station: true })
  expect(at(51.05, 0.69).labels.find(({ name }) => name === 'Ashford')?.has_station).toBe(true)
  expect(at(51.05, 0.69).labels.find(({ name }) => name === 'Tenterden')?.has_station).toBeUndefined()
})

test('draws valid paths everywhere on the map, also where a river is straight or leaves the picture', () => {
  const number = String.raw`(?:-?(?:\d+\.?\d?|\.\d))`
  const part = new RegExp(`^${number} ?${number}l${number}(?: ?${number})*$`)
  let [drawn, rivers] = [0, 0]
  const invalid: string[] = []
  const [west, south, east, north] = [-7, 49.9, 1.8, 58.7]
  for (let row = 0; row < 60; row++) {
    for (let column = 0; column < 70; column++) {
      const locator = at(
        south + ((row + 0.5) * (north - south)) / 60,
        west + ((column + 0.5) * (east - west)) / 70,
      )
      drawn++
      rivers += Number(locator.rivers !== '')
      expect(locator.land.split('M').length).toBe(locator.land.split('z').length)
      for (const path of [locator.land.replaceAll('z', ''), locator.rivers])
        for (const each of path.split('M').slice(1)) {
          const steps = [...each.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].length
          if (!part.test(each) || steps % 2 === 1) invalid.push(each)
        }
    }
  }
  expect(invalid).toEqual([])
  expect(drawn).toBeGreaterThan(4000)
  expect(rivers).toBeGreaterThan(500)
})
