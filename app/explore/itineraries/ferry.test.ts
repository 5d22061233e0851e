import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import type { MeasureRoads } from '../../catalogue/stations/station.server.ts'
import { readDayLegs } from './travel.server.ts'

const sql = await ownDatabase()

const unmeasured: MeasureRoads = () => Promise.resolve([])

test('no leg without a car crosses the Solent, and days begin at a station on the same side', async () => {
  await sql`
    insert into stations (code, name, kind, latitude, longitude, source)
    values ('LYP', 'Lymington Pier', 'rail', 50.7583, -1.5299, 'catalogue'), ('RYR', 'Ryde', 'rail', 50.7203, -1.1566, 'catalogue')`
  const yarmouth = { latitude: 50.7, longitude: -1.49 }
  const lymington = { latitude: 50.76, longitude: -1.55 }
  const ryde = { latitude: 50.715, longitude: -1.17 }
  const positions = [yarmouth, lymington, ryde]
  const { legs, ends } = await readDayLegs(sql, unmeasured, { travel: 'no_car', stay: null }, positions)
  const reached = legs.map((row) => row.map((leg) => leg !== null))
  expect(reached).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
  expect(ends?.map((way) => way?.place)).toEqual([undefined, 'Lymington Pier station', 'Ryde station'])

  const stay = { ...lymington, label: 'Lymington' }
  const fromStay = await readDayLegs(sql, unmeasured, { travel: 'no_car', stay }, positions)
  expect(fromStay.ends?.map((way) => way?.place)).toEqual([undefined, 'Lymington', undefined])
})
