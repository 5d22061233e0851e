import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { FetchSource, PMTiles, TileType } from 'pmtiles'
import type { archiveLayers } from './archive-layers.ts'
import { builtInSources, type MapColours } from './map-style.ts'
import { TilesSource } from './tiles-source.ts'

/** Milliseconds for which visitors wait for the archive before they see the built-in map */
const longestWait = 6000

/** The name of an archive among the sources of the map */
export const archiveSource = 'archive'

/** An archive of Protomaps that has answered, with the layers that draw it */
export type Archive = { tiles: PMTiles; style: (colours: MapColours) => StyleSpecification }

const opened = new Map<string, Promise<Archive | null>>()

/** Returns the archive at an address; null if it does not answer in time. Later maps of the page get the same result. */
export function openArchive(url: string): Promise<Archive | null> {
  const known = opened.get(url)
  if (known) return known
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${longestWait} ms`)), longestWait)
  })
  const archive = Promise.race([open(url), late])
    .catch((error: Error) => {
      console.error(`The background map: the archive cannot be used: ${error.message}`)
      return null
    })
    .finally(() => clearTimeout(timer))
  opened.set(url, archive)
  return archive
}

async function open(url: string): Promise<Archive> {
  const file = new FetchSource(url)
  const tiles = new PMTiles(
    new TilesSource((offset, length, signal) => file.getBytes(offset, length, signal), window, { key: url }),
  )
  const [{ tileType, minZoom, maxZoom, ...box }, { archiveLayers }] = await Promise.all([
    tiles.getHeader(),
    import('./archive-layers.ts'),
  ])
  if (tileType !== TileType.Mvt) throw new Error('it has no vector tiles')
  const source = {
    type: 'vector' as const,
    tiles: [`pmtiles://${url}/{z}/{x}/{y}`],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [box.minLon, box.minLat, box.maxLon, box.maxLat] as [number, number, number, number],
  }
  return {
    tiles,
    style: (colours) => ({
      version: 8,
      sources: { ...builtInSources, [archiveSource]: source },
      layers: withLand(archiveLayers(archiveSource, colours), colours),
    }),
  }
}

/** Puts the built-in land below: an extract ends somewhere, and the country around it stays visible. */
function withLand(layers: ReturnType<typeof archiveLayers>, { land }: MapColours): LayerSpecification[] {
  return [
    { id: 'land', type: 'fill', source: 'land', 'source-layer': 'land', paint: { 'fill-color': land } },
    ...layers,
  ]
}
