import { expect, test } from 'vitest'

import type { Position } from '../vineyards/position.ts'
import { landmassOf } from './landmass.server.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const isAcrossWater = (from: Position, to: Position) => landmassOf(from) !== landmassOf(to)
const [london, portsmouth] = [at(51.5, -0.13), at(50.81, -1.09)]

test.each([
  ['Ryde', at(50.728, -1.163)],
  ['Yarmouth', at(50.7, -1.49)],
  ['St Mary’s', at(49.917, -6.3)],
  ['Arran', at(55.58, -5.2)],
  ['Belfast', at(54.6, -5.95)],
])('only a ferry leads from Great Britain to %s', (_, island) => {
  expect([isAcrossWater(london, island), isAcrossWater(island, portsmouth)]).toEqual([true, true])
  expect(isAcrossWater(island, island)).toBe(false)
})

test.each([
  ['Portsmouth', portsmouth],
  ['Hayling', at(50.79, -0.97)],
  ['Mersea', at(51.785, 0.94)],
  ['Sheerness', at(51.43, 0.76)],
  ['Holyhead', at(53.309, -4.633)],
  ['Skye', at(57.3, -6.2)],
])('a road leads from Great Britain to %s', (_, place) => {
  expect(isAcrossWater(london, place)).toBe(false)
})

test('a pier belongs to no land', () => {
  expect(landmassOf(at(51.515, 0.72))).toBeNull()
})
