import {
  addProtocol,
  GPUInitializationError,
  Map as Canvas,
  type MapOptions,
  setWorkerUrl,
  GeoJSONSource,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { FetchSource, PMTiles, Protocol, type Source } from 'pmtiles'
import { type ReactNode, useEffect, useRef, useState, useLayoutEffect } from 'react'
import { mapBounds, zooms } from '../search/map-pins.ts'
import type { Backdrop } from './map-backdrop.tsx'
import { MapOutline } from './map-outline.tsx'
import { firstTiles, tilesAddress } from './map-requests.ts'
import { dot, drawDot, readColours, styleOf } from './map-style.ts'
import './map-things.css'
import type { Position } from '../vineyards/position.ts'
import { Icon } from '../ui/icon.tsx'

setWorkerUrl(workerUrl)

/** The file of tiles, of which the first bytes were asked for when the map was pressed. */
class TilesSource implements Source {
  readonly #others = new FetchSource(tilesAddress())
  getKey = () => 'basemap'
  async getBytes(offset: number, length: number, signal?: AbortSignal) {
    const first = await firstTiles()
    if (offset + length <= first.byteLength) return { data: first.slice(offset, offset + length) }
    return this.#others.getBytes(offset, length, signal)
  }
}

const protocol = new Protocol()
protocol.add(new PMTiles(new TilesSource()))
addProtocol('pmtiles', protocol.tile)

/** The browser cannot draw a map (no WebGL), or has stopped drawing it (context lost). */
export type MapFailure = 'unable' | 'lost'

/** The initial view for a box of this size. */
type InitialView = (box: HTMLElement) => Pick<MapOptions, 'center' | 'zoom'>

/** A loaded map, and the overlay for what does not move with it: buttons, notes, attribution. */
export type LoadedMap = { map: Canvas; overlay: HTMLElement }

/**
 * An interactive map that fills its box. `children` are rendered below it once it has loaded; portals put their parts on the
 * map or its overlay.
 */
export function MapCanvas({
  label,
  backdrop,
  initialView,
  onFailure,
  children,
}: {
  label: string
  backdrop: Backdrop | null
  initialView: InitialView
  onFailure: (why: MapFailure) => void
  children: (loaded: LoadedMap) => ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<LoadedMap | null>(null)
  const [backdropState, setBackdropState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  const initial = useRef({ label, backdrop, initialView, onFailure })

  useEffect(() => {
    if (!box.current || !overlay.current) return
    const { label, backdrop, initialView, onFailure } = initial.current
    const map = createMap(box.current, label, backdrop, initialView)
    if (map === 'unable') return onFailure('unable')
    map.on('webglcontextlost', () => onFailure('lost'))
    // Without its backdrop the map still shows the pins.
    map.on('error', ({ error }) => {
      // With a listener the library no longer logs its errors itself.
      console.error(error)
      setBackdropState('failed')
    })
    void map.once('idle').then(() => setBackdropState((before) => (before === 'failed' ? before : 'drawn')))
    setLoaded({ map, overlay: overlay.current })

    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const repaint = () => map.setStyle(styleOf(backdrop, readColours()))
    scheme.addEventListener('change', repaint)
    return () => {
      scheme.removeEventListener('change', repaint)
      setLoaded(null)
      map.remove()
    }
  }, [])

  return (
    <>
      <div className="map-box">
        {backdropState !== 'drawn' && <MapOutline {...(loaded && { map: loaded.map })} />}
        <div ref={overlay}>
          {backdropState === 'failed' && (
            <p className="map-note">
              The background map could not be loaded, but the vineyards are in the right places.
            </p>
          )}
        </div>
        <div className="map-ground" ref={box} />
      </div>
      {loaded && children(loaded)}
    </>
  )
}

function createMap(box: HTMLElement, label: string, backdrop: Backdrop | null, initialView: InitialView) {
  try {
    const map = new Canvas({
      container: box,
      style: styleOf(backdrop, readColours()),
      ...initialView(box),
      minZoom: zooms.least,
      maxZoom: zooms.most,
      maxBounds: [mapBounds.west, mapBounds.south, mapBounds.east, mapBounds.north],
      renderWorldCopies: false,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      locale: { 'Map.Title': label },
    })
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    map.addImage(dot, drawDot(), { sdf: true, pixelRatio: 2 })
    return map
  } catch (error) {
    if (error instanceof GPUInitializationError) return 'unable'
    throw error
  }
}

/** Something at a fixed position on the map, whichever way the map is moved. */
export function MapMarker({
  map,
  at: { latitude, longitude },
  className,
  children,
}: {
  map: Canvas
  at: Position
  className?: string | undefined
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const put = () => {
      const { x, y } = map.project([longitude, latitude])
      if (element.current) element.current.style.transform = `translate(${x}px, ${y}px)`
    }
    return followMap(map, put)
  }, [map, latitude, longitude])
  return (
    <div className={className ? `map-place ${className}` : 'map-place'} ref={element}>
      {children}
    </div>
  )
}

/** The zoom buttons, and others of the particular map. */
export function MapTools({ map, children }: { map: Canvas; children?: ReactNode }) {
  return (
    <div className="map-tools">
      <button type="button" aria-label="Zoom in" onClick={() => map.zoomIn()}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => map.zoomOut()}>
        <Icon name="minus" />
      </button>
      {children}
    </div>
  )
}

/** The hill figure on a pin. */
export function PinShape() {
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" focusable="false">
      <path
        className="pin-shape"
        d="M22 43C12 32 6 26 6 17a16 16 0 0 1 32 0c0 9-6 15-16 26z"
        strokeWidth="2"
      />
      <svg x="13" y="6" width="18" height="22" className="pin-figure">
        <use href="#figure" />
      </svg>
    </svg>
  )
}

/** Draws now and whenever the map moves or is resized. Returns the clean-up of an effect. */
export function followMap(map: Canvas, draw: () => void): () => void {
  draw()
  map.on('move', draw)
  map.on('resize', draw)
  return () => {
    map.off('move', draw)
    map.off('resize', draw)
  }
}

/** A marker that labels must avoid: a pin above its position, or a cluster around it. */
type Marker = Position & { kind: 'vineyard' | 'cluster' }

/** The width of a cluster in pixels. */
const clusterWidth = 48
const pinScale = 0.8

const markerSource = 'markers'

/**
 * Keeps labels of the backdrop clear of markers: they move to another side of their town, or disappear. An invisible symbol
 * on the topmost layer claims each marker's space first. A change of style removes the layer, so it is added again.
 */
export function useLabelClearance(map: Canvas, markers: Marker[]): void {
  const positions = JSON.stringify(
    markers.map(({ kind, latitude, longitude }) => [kind, longitude, latitude]),
  )
  useEffect(() => {
    const data = featuresOf(JSON.parse(positions))
    const put = () => {
      const source = map.getSource(markerSource)
      if (source instanceof GeoJSONSource) void source.setData(data)
      else if (map.isStyleLoaded()) addLayer(map, data)
    }
    const putBack = () => {
      if (!map.getSource(markerSource)) put()
    }
    put()
    map.on('styledata', putBack)
    map.on('idle', putBack)
    return () => {
      map.off('styledata', putBack)
      map.off('idle', putBack)
    }
  }, [map, positions])
}

type Features = ReturnType<typeof featuresOf>

function featuresOf(markers: [Marker['kind'], number, number][]) {
  return {
    type: 'FeatureCollection' as const,
    features: markers.map(([kind, longitude, latitude]) => ({
      type: 'Feature' as const,
      properties: { kind },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  }
}

function addLayer(map: Canvas, data: Features) {
  // The source first: adding the image fires `styledata`, whose listener would add a missing source again.
  map.addSource(markerSource, { type: 'geojson', data })
  map.addLayer({
    id: markerSource,
    type: 'symbol',
    source: markerSource,
    layout: {
      'icon-image': markerSource,
      'icon-size': ['match', ['get', 'kind'], 'cluster', 1, pinScale],
      'icon-anchor': ['match', ['get', 'kind'], 'cluster', 'center', 'bottom'],
      'icon-allow-overlap': true,
    },
  })
  if (map.hasImage(markerSource)) return
  const empty = new Uint8Array(4 * clusterWidth ** 2)
  map.addImage(markerSource, { width: clusterWidth, height: clusterWidth, data: empty })
}
