import { addProtocol, GPUInitializationError, Map as Canvas, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { PMTiles, Protocol } from 'pmtiles'
import { mapBounds, zooms } from './map-zooms.ts'
import type { Backdrop } from './map-backdrop.tsx'
import { firstTiles, requestTiles } from './map-requests.ts'
import {
  dot,
  drawDot,
  drawStationSign,
  type MapColours,
  readColours,
  stationSign,
  styleOf,
} from './map-style.ts'
import type { MapPosition } from './still-map.ts'
import { shareReads, TilesSource } from './tile-retries.ts'

setWorkerUrl(workerUrl)

/** Reads from the tile file. The first bytes of the file were requested when the visitor opened the map. */
const readTiles = shareReads(async (offset, length) => {
  const first = await firstTiles()
  if (offset + length <= first.byteLength) return { data: first.slice(offset, offset + length) }
  return { data: await requestTiles(offset, length) }
})

const protocol = new Protocol()
addProtocol('pmtiles', protocol.tile)

/** The name of an archive among the sources of the map */
const archiveSource = 'archive'

/** The part of the map below the pins: the configured backdrop, or the built-in map if `backdrop` is null */
export type MapGround = {
  backdrop: Backdrop | null
  style: (colours: MapColours) => ReturnType<typeof styleOf>
}

export const builtInGround: MapGround = { backdrop: null, style: (colours) => styleOf(null, colours) }

/** Returns the ground of the configured backdrop, or the built-in one if the backdrop is an archive that does not answer. */
export async function openGround(backdrop: Backdrop | null): Promise<MapGround> {
  if (backdrop?.kind !== 'archive') return { backdrop, style: (colours) => styleOf(backdrop, colours) }
  const opening = import('./archive.ts').then(({ openArchive }) => openArchive(backdrop.url, archiveSource))
  const archive = await opening.catch(() => null)
  if (!archive) return builtInGround
  protocol.add(archive.tiles)
  return { backdrop, style: archive.style }
}

/** Returns whether an error of the map comes from the archive. The map can be drawn without the archive. */
export function isOfArchive(event: object): boolean {
  return 'sourceId' in event && event.sourceId === archiveSource
}

/** Starts MapLibre in a box. Returns 'unable' in a browser without WebGL. */
export function startMap(box: HTMLElement, label: string, ground: MapGround, position: MapPosition) {
  // A `PMTiles` object that could not read the start of its file keeps failing, so each map gets a new one.
  protocol.add(new PMTiles(new TilesSource(readTiles, window)))
  try {
    const map = new Canvas({
      container: box,
      style: ground.style(readColours()),
      ...position,
      minZoom: zooms.least,
      maxZoom: zooms.most,
      maxBounds: [mapBounds.west, mapBounds.south, mapBounds.east, mapBounds.north],
      renderWorldCopies: false,
      attributionControl: false,
      // Visitors who prefer reduced motion see names at once. Otherwise names fade in, for which MapLibre draws the whole map
      // again in each frame.
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches && { fadeDuration: 0 }),
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      locale: { 'Map.Title': label },
    })
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    map.addImage(dot, drawDot(), { sdf: true, pixelRatio: 2 })
    map.addImage(stationSign, drawStationSign(), { sdf: true, pixelRatio: 2 })
    return map
  } catch (error) {
    if (error instanceof GPUInitializationError) return 'unable'
    throw error
  }
}

/** Draws the map in the page's current colours. */
export function repaint(map: Canvas, ground: MapGround): void {
  map.setStyle(ground.style(readColours()))
}
