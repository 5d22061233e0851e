/**
 * Reads the rivers and lakes of the British Isles from GSHHG 2.3.7 and writes `water.json`: `npm run basemap-water`, on
 * a machine with Debian's package gmt-gshhg-full. The result is committed, so another run is needed only for a newer
 * GSHHG.
 */
import { writeFileSync } from 'node:fs'
import { type Dataset, File as DataFile, ready } from 'h5wasm/node'

const folder = process.argv[2] ?? '/usr/share/gmt-gshhg'
const home = { west: -11, south: 49, east: 2, north: 61 }
/** The number of steps of `water.json` in a degree. A step is about 50 metres, and GSHHG's rivers are less exact. */
const scale = 2000
/** A corner that is nearer than this to the previous corner is left out. The value is in degrees: about 250 metres. */
const spacing = 0.0023
/** Two pieces of a line are joined if their ends are within this distance, in degrees. */
const meets = 0.0001

type LngLat = [longitude: number, latitude: number]
type Piece = { key: number; corners: LngLat[] }

/** The lowest 10 km of the Thames, which GSHHG lacks: from its last corner of the river to the coastline at Canvey Island. */
const lowestThames: LngLat[] = [
  [0.42, 51.447],
  [0.455, 51.46],
  [0.468, 51.483],
  [0.51, 51.503],
]

await ready
const rivers = joined(piecesOf('binned_river_f.nc', 'Hierarchial_level_of_a_segment')).filter(isRiver)
const lakes = joined(piecesOf('binned_GSHHS_f.nc', 'Id_of_GSHHS_ID', isLake)).filter(isInland)
const text = `${JSON.stringify({
  source: 'GSHHG 2.3.7 of the GMT team: rivers of World Data Bank II, and lakes',
  licence: 'LGPL-3.0-or-later',
  scale,
  rivers: rivers.map(({ key, corners }) => [
    key,
    ...inSteps(isThames(corners) ? [...corners, ...lowestThames] : corners),
  ]),
  lakes: lakes.map(({ corners }) => inSteps(corners)),
})}\n`
writeFileSync(new URL('water.json', import.meta.url), text)
console.log(
  `basemap/water.json: ${rivers.length} rivers, ${lakes.length} lakes, ${Math.round(text.length / 1000)} kB`,
)

/** Returns a shoreline's number of corners, and whether it is a lake (level 2). One number contains both. */
function isLake(packed: number) {
  return { corners: packed >> 9, isWanted: ((packed >> 6) & 7) === 2 }
}

/** Returns the lines near the British Isles in pieces: the file cuts lines at whole degrees. The pieces of a line share a key. */
function piecesOf(name: string, keys: string, unpack?: typeof isLake): Piece[] {
  const file = new DataFile(`${folder}/${name}`, 'r')
  const read = (array: string) => {
    const values = (file.get(array) as Dataset | null)?.value
    if (!ArrayBuffer.isView(values)) throw new Error(`${name} has no ${array}`)
    return values as Int32Array
  }
  const [firstOfBin, countOfBin] = [read('Id_of_first_segment_in_a_bin'), read('N_segments_in_a_bin')]
  const [firstPoint, key] = [read('Id_of_first_point_in_a_segment'), read(keys)]
  const counts = read(unpack ? 'Embedded_npts_levels_exit_entry_for_a_segment' : 'N_points_for_a_segment')
  // The file declares these numbers as signed, but they are unsigned: 65535 is one degree.
  const degrees = (array: string) => Uint16Array.from(read(array))
  const across = degrees('Relative_longitude_from_SW_corner_of_bin')
  const up = degrees('Relative_latitude_from_SW_corner_of_bin')
  const pieces: Piece[] = []
  for (let south = home.south; south < home.north; south++) {
    for (let west = home.west; west < home.east; west++) {
      const bin = (89 - south) * 360 + ((west + 360) % 360)
      for (let n = firstOfBin[bin]!; n < firstOfBin[bin]! + countOfBin[bin]!; n++) {
        const { corners: count, isWanted } = unpack?.(counts[n]!) ?? { corners: counts[n]!, isWanted: true }
        if (!isWanted) continue
        const first = firstPoint[n]!
        const corners = Array.from({ length: count }, (_, i): LngLat => {
          return [west + across[first + i]! / 65_535, south + up[first + i]! / 65_535]
        })
        pieces.push({ key: key[n]!, corners })
      }
    }
  }
  return pieces
}

/** Joins pieces with the same key whose ends meet. A river may have been drawn upstream or downstream. */
function joined(pieces: Piece[]): Piece[] {
  const lines: Piece[] = []
  const left = new Set(pieces)
  for (const piece of left) {
    left.delete(piece)
    let { corners } = piece
    for (let isLonger = true; isLonger; ) {
      isLonger = false
      for (const other of left) {
        const next = other.key === piece.key && following(corners, other.corners)
        if (!next) continue
        corners = next
        left.delete(other)
        isLonger = true
      }
    }
    lines.push({ key: piece.key, corners })
  }
  return lines
}

function following(line: LngLat[], other: LngLat[]): LngLat[] | null {
  const [start, end, otherStart, otherEnd] = [line[0]!, line.at(-1)!, other[0]!, other.at(-1)!]
  if (distance(start, end) < meets) return null
  if (distance(end, otherStart) < meets) return [...line, ...other.slice(1)]
  if (distance(end, otherEnd) < meets) return [...line, ...other.toReversed().slice(1)]
  if (distance(start, otherEnd) < meets) return [...other, ...line.slice(1)]
  if (distance(start, otherStart) < meets) return [...other.toReversed(), ...line.slice(1)]
  return null
}

function distance([x, y]: LngLat, [otherX, otherY]: LngLat): number {
  return Math.hypot((x - otherX) * 0.6, y - otherY)
}

function isThames(corners: LngLat[]): boolean {
  return distance(corners.at(-1)!, lowestThames[0]!) < 0.04
}

/** Returns whether a line is a river. Shorter lines are creeks between islands, which the coast already shows. */
function isRiver({ corners }: Piece): boolean {
  const length = corners.reduce((sum, corner, n) => sum + distance(corner, corners[Math.max(n - 1, 0)]!), 0)
  return length > 0.15
}

/** Returns whether a lake is inland. GSHHG lists a salt marsh on the coast of Norfolk as a lake. */
function isInland({ corners }: Piece): boolean {
  return distance(corners[0]!, [0.71, 52.977]) > 0.05
}

/** Returns the first corner in steps, and then how far each corner is from the previous corner. */
function inSteps(corners: LngLat[]): number[] {
  const steps: number[] = []
  let [last, x, y] = [corners[0]!, 0, 0]
  corners.forEach((corner, n) => {
    if (n > 0 && n < corners.length - 1 && distance(corner, last) < spacing) return
    const [nextX, nextY] = [Math.round(corner[0] * scale), Math.round(corner[1] * scale)]
    steps.push(nextX - x, nextY - y)
    ;[last, x, y] = [corner, nextX, nextY]
  })
  return steps
}
