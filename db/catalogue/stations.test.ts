import { stringify } from 'csv-stringify/sync'
import published from 'uk-railway-stations/stations.json' with { type: 'json' }
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { listStationsOf } from '../../app/catalogue/stations/station.server.ts'
import { loadStations } from './stations.ts'

const sql = await ownDatabase()

// The README of `uk-railway-stations` swaps the descriptions of `lat` and `long`; the values are right.
test('stations.csv has the stations of the package uk-railway-stations, sorted by code (vitest -u writes the file)', async () => {
  const rows = published
    .map(({ crsCode, stationName, lat, long }) => [crsCode, stationName, lat, long] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const csv = stringify(rows as unknown as unknown[][], {
    header: true,
    columns: ['code', 'name', 'latitude', 'longitude'],
  })
  await expect(csv).toMatchFileSnapshot('stations.csv')
})

test('loads all stations of Great Britain, and changes nothing the second time', async () => {
  expect(await loadStations(sql)).toEqual({ stations: 2608, changed: 2608, removed: 0, known: 0 })
  expect(await loadStations(sql)).toEqual({ stations: 2608, changed: 0, removed: 0, known: 0 })
  const [berwick] = await listStationsOf(sql, { latitude: 50.84, longitude: 0.16 }, async () => [])
  expect(berwick).toMatchObject({ code: 'BRK', name: 'Berwick (Sussex)', kind: 'rail' })
  expect(berwick?.distance).toBeCloseTo(0.406, 2)
})

test('corrects a station that differs from the list, and removes a station that is no longer in the list', async () => {
  await sql`update stations set name = 'Elsewhere' where code = 'BRK'`
  await sql`
    insert into stations (code, name, kind, source, latitude, longitude)
    values ('ZZZ', 'Closed', 'rail', 'catalogue', 51, 0), ('700000001234', 'Belfast', 'rail', 'naptan', 54.6, -5.9)`
  expect(await loadStations(sql)).toMatchObject({ changed: 1, removed: 1 })
  expect(
    await sql`select name from stations where code in ('BRK', 'ZZZ', '700000001234') order by name`,
  ).toEqual([{ name: 'Belfast' }, { name: 'Berwick (Sussex)' }])
})
