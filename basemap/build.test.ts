import { readFileSync } from 'node:fs'
import { PMTiles } from 'pmtiles'
import { expect, test } from 'vitest'
import { buildCoast, buildLand } from './coast.ts'
import { firstBytes } from '../app/explore/map/map-zooms.ts'
import { buildInset } from './inset.ts'
import { drawOutline } from './outline.ts'
import { packTiles } from './pmtiles.ts'
import { cutTiles } from './tiles.ts'
import { buildLocations } from './locations.ts'
import { buildDetails, buildMap, knownTowns, largeTowns, listStations } from './map.ts'
import { buildTowns } from './towns.ts'

/** For tests that cut all tiles. Each of them takes about 15 s. */
const long = test.runIf(process.env.LONG)
const committed = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

test("the committed coast and the committed small map match the script's output", () => {
  const coast = buildCoast()
  // Compares texts instead of objects, because a failure would otherwise print thousands of numbers.
  expect(JSON.stringify(coast) === JSON.stringify(committed('coast.json'))).toBe(true)
  expect(committed('inset.json')).toEqual(buildInset(coast))
  expect(JSON.stringify(coast).length).toBeLessThan(300_000)
})

test("the committed towns match the script's output, and leave out districts of cities", () => {
  const towns = buildTowns()
  const { towns: rows } = committed('towns.json')
  expect(rows).toEqual(towns.map(({ name, lat, lng, population }) => [name, lat, lng, population]))
  const names = towns.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['London', 'Lewes', 'Hugh Town', 'Tenterden', 'St Helier']))
  expect(names).not.toContain('Peckham')
})

test("the committed locations match the script's output, and have unique labels", () => {
  const made = buildLocations()
  const { locations } = committed('locations.json')
  expect(JSON.stringify(locations) === JSON.stringify(made)).toBe(true)
  expect(new Set(made.map(([name, area]) => `${name}, ${area}`)).size).toBe(made.length)
})

test('each location is in the county that people use', () => {
  const areas = new Map(buildLocations().map(([name, area]) => [`${name} ${area}`, area]))
  const expected = [
    'Canterbury Kent',
    'Hove East Sussex',
    'Brighton East Sussex',
    'Grays Essex',
    'Wolverhampton West Midlands',
    'Reading Berkshire',
    'Newport Isle of Wight',
    'Newport Wales',
    'Usk Monmouthshire',
    'Ramsey Isle of Man',
    'Perth Scotland',
    'Richmond London',
    'Richmond North Yorkshire',
  ]
  expect(expected.filter((place) => !areas.has(place))).toEqual([])
})

long(
  "the committed tiles, outline and large towns match the script's output and have all layers",
  async () => {
    const land = buildLand()
    expect(readFileSync(new URL('outline.svg', import.meta.url), 'utf8')).toBe(drawOutline(land))
    const towns = buildTowns()
    const [features, details] = [buildMap(land, towns), buildDetails(land, towns)]
    expect(committed('large-towns.json')).toEqual(largeTowns(features))
    expect(committed('stations.json').stations).toEqual(listStations(towns))
    expect(committed('known-towns.json')).toEqual(knownTowns(towns))
    const tiles = cutTiles(features, details)
    const file = readFileSync(new URL('map.pmtiles', import.meta.url))
    const archive = new PMTiles({
      getKey: () => 'map',
      getBytes: async (offset, length) => ({
        data: Uint8Array.from(file.subarray(offset, offset + length)).buffer,
      }),
    })
    // Compares unpacked tiles, because the compressed bytes depend on the processor.
    const differing: string[] = []
    for (const { z, x, y, data } of tiles) {
      const stored = await archive.getZxy(z, x, y)
      if (!stored || Buffer.compare(Buffer.from(stored.data), data) !== 0) differing.push(`${z}/${x}/${y}`)
    }
    expect(differing).toEqual([])
    expect((await archive.getHeader()).numAddressedTiles).toBe(tiles.length)

    const named = (kind: string) =>
      [...features, ...details]
        .filter(({ properties }) => properties.kind === kind)
        .map(({ properties: { name } }) => name)
    expect(named('town')).toEqual(expect.arrayContaining(['London', 'Lewes', 'Dublin', 'Paris']))
    expect(named('nation')).toEqual(
      expect.arrayContaining(['England', 'Scotland', 'Wales', 'Northern Ireland']),
    )
    expect(named('outcode')).toEqual(expect.arrayContaining(['TN17', 'RH20']))
    expect(named('village')).not.toContain('Lewes')
    const stationsOf = (name: string) => details.filter((each) => each.properties.name === name)
    expect(stationsOf('Lewes').map(({ properties }) => properties)).toEqual([
      { kind: 'station', name: 'Lewes', named_by_town: true },
    ])
    const { geometry } = features.find(({ properties }) => properties.kind === 'border')!
    const derry = [-7.25, 55.07]
    const corners = (geometry.coordinates as [number, number][][]).flat()
    const nearest = Math.min(...corners.map(([lng, lat]) => Math.hypot(lng - derry[0]!, lat - derry[1]!)))
    expect(nearest, 'the border with Ireland begins at Lough Foyle').toBeLessThan(0.01)
  },
)

test('lakes are closed, and the Medway flows past Tonbridge and Maidstone into the sea', () => {
  const features = buildMap([], [])
  const lakes = features.flatMap(({ properties: { kind }, geometry }) =>
    kind === 'lake' && geometry.type === 'Polygon' ? geometry.coordinates : [],
  )
  expect(lakes.length).toBeGreaterThan(40)
  expect(lakes.filter((ring) => String(ring[0]) !== String(ring.at(-1)))).toEqual([])
  const isNear = ([x, y]: [number, number], [otherX, otherY]: [number, number]) =>
    Math.hypot((x - otherX) * 0.6, y - otherY) < 0.012
  const along: [number, number][] = [
    [0.273, 51.196],
    [0.52, 51.275],
    [0.55, 51.4],
  ]
  const medway = features.filter(
    ({ properties: { kind }, geometry }) =>
      kind === 'river' &&
      geometry.type === 'LineString' &&
      along.every((place) => geometry.coordinates.some((corner) => isNear(corner, place))),
  )
  expect(medway).toHaveLength(1)
})

long('the first request for the map is small and loads everything that the first picture shows', () => {
  const { file, firstBytes: needed } = packTiles(
    cutTiles(buildMap(buildLand(), buildTowns()), buildDetails(buildLand(), buildTowns())),
  )
  expect(needed).toBeLessThanOrEqual(firstBytes)
  expect(firstBytes).toBeLessThan(50_000)
  expect(file.length).toBeLessThan(760_000)
})
