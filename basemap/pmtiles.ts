import { gzipSync } from 'node:zlib'
import { Compression, TileType, zxyToTileId } from 'pmtiles'
import { detailZoom, mapBounds, tileZooms } from '../app/explore/map/map-zooms.ts'
import { isFirst, type Tile } from './tiles.ts'

const headerLength = 127

const metadata = {
  name: 'Coast, water, borders, towns and stations of the British Isles',
  attribution:
    '© OpenStreetMap contributors (ODbL), GeoNames (CC BY 4.0), Natural Earth, GSHHG (LGPL), OS, Royal Mail and National Statistics data (OGL)',
  vector_layers: [
    'land',
    'lake',
    'river',
    'border',
    'town',
    'nation',
    'sea',
    'village',
    'station',
    'outcode',
  ].map((id) => ({ id, fields: {} })),
}

/**
 * Returns one file with all tiles, from which a browser requests the bytes of single tiles. The format is PMTiles,
 * version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). The tiles of the first view follow the
 * directory, so that one request loads both.
 */
export function packTiles(tiles: Tile[]): { file: Buffer; firstBytes: number } {
  const rows = tiles
    .map((tile) => ({
      id: zxyToTileId(tile.z, tile.x, tile.y),
      isFirst: isFirst(tile),
      data: gzipSync(tile.data, { level: 9 }),
    }))
    .sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || a.id - b.id)
  // Many tiles contain only land. Equal bytes are stored once.
  const offsets = new Map<string, number>()
  const contents: Buffer[] = []
  let [length, lengthOfFirst] = [0, 0]
  const entries = rows.map(({ id, isFirst, data }) => {
    const key = data.toString('base64')
    const known = offsets.get(key)
    if (known !== undefined) return { id, offset: known, length: data.length }
    const offset = length
    offsets.set(key, offset)
    contents.push(data)
    length += data.length
    if (isFirst) lengthOfFirst = length
    return { id, offset, length: data.length }
  })
  entries.sort((a, b) => a.id - b.id)

  const directory = gzipSync(
    Buffer.from(
      [
        entries.length,
        ...entries.map(({ id }, n) => id - (entries[n - 1]?.id ?? 0)),
        ...entries.map(() => 1),
        ...entries.map((entry) => entry.length),
        ...entries.map(({ offset }) => offset + 1),
      ].flatMap(varint),
    ),
  )
  const description = gzipSync(JSON.stringify(metadata))
  const header = Buffer.alloc(headerLength)
  header.write('PMTiles')
  header[7] = 3
  const descriptionAt = headerLength + directory.length
  const contentsAt = descriptionAt + description.length
  // The header has the offset and the length of each part, and then three counts. The third part would be further
  // directories, but there are none.
  const places = [
    [headerLength, directory.length],
    [descriptionAt, description.length],
    [contentsAt, 0],
    [contentsAt, length],
  ]
  const numbers = [...places.flat(), entries.length, entries.length, contents.length]
  numbers.forEach((number, n) => header.writeBigUInt64LE(BigInt(number), 8 + 8 * n))
  header.set([0, Compression.Gzip, Compression.Gzip, TileType.Mvt, tileZooms.least, detailZoom], 96)
  const { west, south, east, north } = mapBounds
  ;[west, south, east, north].forEach((degrees, n) => header.writeInt32LE(degrees * 1e7, 102 + 4 * n))
  header[118] = tileZooms.least
  header.writeInt32LE(((west + east) / 2) * 1e7, 119)
  header.writeInt32LE(((south + north) / 2) * 1e7, 123)
  const file = Buffer.concat([header, directory, description, ...contents])
  return { file, firstBytes: contentsAt + lengthOfFirst }
}

/** Returns a number with seven bits in each byte, lowest first. The eighth bit says that more bytes follow. */
function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}
