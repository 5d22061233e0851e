import { kilometresBetween, kilometresPerMile, type Position } from '../vineyards/position.ts'

/** The kinds of stations, as visitors read them after a name. */
export const stationKinds = {
  rail: 'railway station',
  tram: 'tram or metro stop',
  ferry: 'ferry landing',
  coach: 'coach station',
  bus: 'bus stop',
} as const
export type StationKind = keyof typeof stationKinds

/** A railway station or another public stop. `code` is the three-letter code of a railway station, or an ATCO code. */
export type Station = Position & { code: string; name: string; kind: StationKind }

/** A taxi firm that a vineyard names for its visitors. */
export type Taxi = { name: string; phone: string }
export const mostTaxis = 3

/** The least and the greatest possible value of a distance or a duration. */
export type Range = { least: number; most: number }

/** The kilometres and minutes of a walk or ride. `by` is 'road' if a routing server measured the road. */
export type Way = { kilometres: Range; minutes: Range; by: 'straight_line' | 'road' }

/** A drive between two positions, as a routing server measured it. */
export type MeasuredDrive = { kilometres: number; minutes: number }

// Paths are up to 40 % longer than the straight line. People walk 4 to 5 km in an hour.
const onFoot = { detour: 1.4, slow: 4, fast: 5 }
// Country roads are up to 60 % longer than the straight line. In an hour, cars drive 35 km on lanes and 65 km on main roads.
const byCar = { detour: 1.6, slow: 35, fast: 65 }
/** Traffic and detours multiply the duration of a measured drive by up to this factor. */
export const traffic = 1.3
/** A taxi that was booked for a time may be this many minutes late. */
const taxiWait = 15

/** The longest walk, in minutes, in an itinerary without a car. A vineyard page names walks of up to twice this duration. */
export const longestWalk = 45
/** The positions of unverified vineyards are accurate to this many kilometres. */
export const roughly = 1

/** `blur` is how many kilometres the straight line may be too long or too short. `road` is the measured drive, if known. */
type WayOptions = { blur?: number; road?: MeasuredDrive | null | undefined }

function wayOf(straight: number, { blur = 0, road }: WayOptions, { detour, slow, fast }: typeof onFoot): Way {
  const least = Math.max(0, straight - blur)
  const most = road ? Math.max(straight, road.kilometres) + blur : (straight + blur) * detour
  return {
    kilometres: { least, most },
    minutes: { least: (least / fast) * 60, most: (most / slow) * 60 },
    by: road ? 'road' : 'straight_line',
  }
}

/**
 * Returns the walk along a straight line of this many kilometres. With a measured road, the longest
 * walk follows the road.
 */
export function walkOf(straight: number, options: WayOptions = {}): Way {
  return wayOf(straight, options, onFoot)
}

/** Returns the ride by car along a straight line of this many kilometres. */
export function rideOf(straight: number, options: WayOptions = {}): Way {
  const { minutes, ...way } = wayOf(straight, options, byCar)
  const { blur = 0, road } = options
  const slowest = road ? road.minutes * traffic + (blur / byCar.slow) * 60 : minutes.most
  return { ...way, minutes: { least: minutes.least, most: Math.max(minutes.least, slowest) } }
}

/** Returns the ride in a booked taxi. Its longest duration includes the minutes that the taxi may be late. */
export function taxiRideOf(straight: number, options: WayOptions = {}): Way {
  const { minutes, ...way } = rideOf(straight, options)
  return { ...way, minutes: { least: minutes.least, most: minutes.most + taxiWait } }
}

/** Returns whether the longest possible duration of a walk is acceptable. */
export function isWalkable({ minutes }: Pick<Way, 'minutes'>): boolean {
  return minutes.most <= longestWalk
}

/** Returns a range of kilometres as '1.3–1.9 miles', rounded outwards, or as 'up to 1.3 miles'. */
export function formatMileRange({ least, most }: Range): string {
  const tenths = kilometresPerMile / 10
  const outward = [
    Math.floor(least / tenths) / 10,
    Math.max(1, Math.ceil(most / tenths - 1e-9)) / 10,
  ] as const
  if (outward[0] === 0) return `up to ${outward[1].toFixed(1)} miles`
  return outward[0] === outward[1]
    ? `${outward[0].toFixed(1)} miles`
    : `${outward.map((end) => end.toFixed(1)).join('–')} miles`
}

/** Returns a range of minutes in steps of five, rounded outwards: '25–45 minutes', '55–130 minutes' or 'up to 5 minutes'. */
export function formatMinutes({ least, most }: Range): string {
  const [low, high] = [Math.floor(least / 5) * 5, Math.max(5, Math.ceil(most / 5 - 1e-9) * 5)]
  if (low === 0) return `up to ${high} minutes`
  return low === high ? `${low} minutes` : `${low}–${high} minutes`
}

/** A station and its straight-line distance in kilometres from a vineyard or another position. */
export type NearStation = Station & { distance: number }

/** Sorts the stations by distance. Of several stations with the same name and kind, keeps only the nearest. */
export function nearestFirst(stations: Station[], from: Position): NearStation[] {
  const seen = new Set<string>()
  return stations
    .map((station) => ({ ...station, distance: kilometresBetween(from, station) }))
    .toSorted((a, b) => a.distance - b.distance || (a.code < b.code ? -1 : 1))
    .filter(({ name, kind }) => !seen.has(`${kind} ${name}`) && seen.add(`${kind} ${name}`))
}

/** Returns 'Berwick (Sussex) station', or the name of another stop with its kind. */
export function stationName({ name, kind }: Pick<Station, 'name' | 'kind'>): string {
  if (kind === 'rail') return /\bstation$/i.test(name) ? name : `${name} station`
  return `${name} (${stationKinds[kind]})`
}

/** The ways to a vineyard without a car. `estimate` says how the distances and times were estimated. */
export type GettingHere = { stations: { name: string; way: string }[]; estimate: string }

/** A station with the drive from it to a vineyard, if a routing server measured the drive. */
export type ReachedStation = NearStation & Pick<WayOptions, 'road'>

/** Returns the ways from the stations to a vineyard. */
export function describeGettingHere(stations: ReachedStation[], blur: number): GettingHere {
  const ways = stations.map((station) => {
    const options = { blur, road: station.road }
    const walk = walkOf(station.distance, options)
    const ride = taxiRideOf(station.distance, options)
    const isFar = walk.minutes.most > 2 * longestWalk
    return {
      name: stationName(station),
      by: walk.by,
      way: isFar
        ? `${formatMileRange(ride.kilometres)}, ${formatMinutes(ride.minutes)} by taxi`
        : `${formatMileRange(walk.kilometres)}, ${formatMinutes(walk.minutes)} on foot`,
    }
  })
  const measured = ways.filter(({ by }) => by === 'road').length
  const from =
    measured > 0 && measured === ways.length
      ? 'the straight-line distance and the road'
      : measured > 0
        ? 'the straight-line distance and, where known, the road'
        : 'the straight-line distance'
  return {
    stations: ways.map(({ name, way }) => ({ name, way })),
    estimate: `Estimated from ${from}${blur > 0 ? ' to a position that is accurate to about half a mile' : ''}. Times by taxi include a wait of up to ${taxiWait} minutes.`,
  }
}

/** Returns whether only a ferry leads from one landmass to the other. False if either landmass is unknown. */
export function needsFerry(from: number | null | undefined, to: number | null | undefined): boolean {
  return from != null && to != null && from !== to
}
