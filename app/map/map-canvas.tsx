import { GPUInitializationError, Map as Canvas, type MapOptions, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { mapBounds, zooms } from '../search/map-pins.ts'
import type { Backdrop } from './map-backdrop.ts'
import { dot, drawDot, readColours, styleOf } from './map-style.ts'
import './map-things.css'

setWorkerUrl(workerUrl)

/** Why there is no map: the browser can not draw one, or stopped doing so. */
export type MapFailure = 'unable' | 'lost'

/** What the map shows at first, in a box of this size. */
type Beginning = (box: HTMLElement) => Pick<MapOptions, 'center' | 'zoom'>

/** A map that is there, and the element over it for what does not move with it: buttons, notes, whose map it is. */
export type Made = { map: Canvas; over: HTMLElement }

/**
 * A map that can be dragged, in the size of its box, over the backdrop. What stands on it and below it comes from
 * `children`, which are drawn once there is a map: on it through portals, below it as they are.
 */
export function MapCanvas({
  label,
  backdrop,
  beginning,
  onFailure,
  children,
}: {
  label: string
  backdrop: Backdrop | null
  beginning: Beginning
  onFailure: (why: MapFailure) => void
  children: (made: Made) => ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const over = useRef<HTMLDivElement>(null)
  const [made, setMade] = useState<Made | null>(null)
  const [bare, setBare] = useState(false)
  const given = useRef({ label, backdrop, beginning, onFailure })

  useEffect(() => {
    if (!box.current || !over.current) return
    const { label, backdrop, beginning, onFailure } = given.current
    const map = makeCanvas(box.current, label, backdrop, beginning)
    if (map === 'unable') return onFailure('unable')
    map.on('webglcontextlost', () => onFailure('lost'))
    // The pins stand without the backdrop too: its failing is said, and is no failing of the map.
    map.on('error', ({ error }) => {
      // With a listener of ours, the library no longer writes its errors to the console.
      console.error(error)
      setBare(true)
    })
    setMade({ map, over: over.current })

    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const repaint = () => map.setStyle(styleOf(backdrop, readColours()))
    scheme.addEventListener('change', repaint)
    return () => {
      scheme.removeEventListener('change', repaint)
      setMade(null)
      map.remove()
    }
  }, [])

  return (
    <>
      <div className="map-box">
        <div ref={over}>
          {bare && (
            <p className="map-note">The country could not be drawn, but the vineyards are in their places.</p>
          )}
        </div>
        <div className="map-ground" ref={box} />
      </div>
      {made && children(made)}
    </>
  )
}

function makeCanvas(box: HTMLElement, label: string, backdrop: Backdrop | null, beginning: Beginning) {
  try {
    const map = new Canvas({
      container: box,
      style: styleOf(backdrop, readColours()),
      ...beginning(box),
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
