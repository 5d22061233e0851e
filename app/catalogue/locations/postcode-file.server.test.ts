import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { kilometresBetween } from '../vineyards/position.ts'
import { positionOfGrid, readPostcodeFiles } from './postcode-file.server.ts'

/** Test points that the Ordnance Survey publishes for OSTN15, in ETRS89 degrees and on the National Grid. */
test.each([
  ['St Mary’s, Scilly', 49.9222639373, -6.29977752014, 91492.146, 11318.804],
  ['Lizard Point', 49.9600613782, -5.20304609998, 170370.718, 11572.405],
  ['Plymouth', 50.438858256, -4.10864563561, 250359.811, 62016.569],
  ['St Catherine’s Point', 50.57563665, -1.2978227724, 449816.371, 75335.861],
  ['Southampton', 50.9312793791, -1.450514337, 438710.92, 114792.25],
  ['North Foreland', 51.3744702555, 1.44454730409, 639821.835, 169565.858],
  ['Lambeth', 51.4893656495, -0.1199255718, 530624.974, 178388.464],
  ['Carmarthen', 51.858908964, -4.3085247696, 241124.584, 220332.641],
  ['Caister', 52.658007833, 1.716073973, 651409.804, 313177.45],
  ['Horsforth', 53.8002151963, -1.66379168242, 422242.186, 433818.701],
  ['Inverness', 57.4862500072, -4.21926398555, 267056.768, 846176.972],
  ['Shetland', 60.1330809166, -2.07382822798, 395999.668, 1138728.951],
])('converts the grid position of %s to within five metres', (_, latitude, longitude, easting, northing) => {
  const found = positionOfGrid(easting, northing)
  expect(found).not.toBeNull()
  expect(kilometresBetween(found ?? { latitude: 0, longitude: 0 }, { latitude, longitude })).toBeLessThan(
    0.005,
  )
})

test('returns null for points outside the grid', () => {
  expect(positionOfGrid(-1, 5)).toBeNull()
  expect(positionOfGrid(5, -1)).toBeNull()
  expect(positionOfGrid(700_001, 5)).toBeNull()
  expect(positionOfGrid(5, 1_300_001)).toBeNull()
  expect(positionOfGrid(Number.NaN, 5)).toBeNull()
})

test('stops reading at a row that is far too long, for example because a quote is never closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postcodes-'))
  const path = join(folder, 'list.csv')
  const rows = 'BN7 1AA,50.87,0.01\n'.repeat(100_000)
  await writeFile(path, `code,latitude,longitude\nBN7 1AA,50.87,0.01\n"${rows}`)
  const read = await Array.fromAsync(readPostcodeFiles([path]))
  await rm(folder, { recursive: true })
  expect(read.at(-1)).toMatchObject({ kind: 'problem', problem: expect.stringMatching(/size/i) })
})
