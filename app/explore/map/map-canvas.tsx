import type { Map as Canvas } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Backdrop } from './map-backdrop.tsx'
import { MapOutline } from '../locator/map-outline.tsx'
import { type MapControl, type MapPosition, StillMap } from './still-map.ts'
import './map-things.css'

/** Why there is no map: the browser cannot draw it (no WebGL), stopped drawing it, or could not load the map's code. */
export type MapFailure = 'unable' | 'lost' | 'unloaded'

/**
 * The map on the screen. Until MapLibre has started, `map` is a still map and `canvas` is null. The outline is shown until
 * MapLibre has drawn land and towns, and stays if `state` is failed. Markers go to `layer`. Parts that do not move go to
 * `overlay`: buttons, notes, attribution.
 */
export type ShownMap = {
  map: MapControl
  canvas: Canvas | null
  state: 'loading' | 'drawn' | 'failed'
  layer: HTMLElement
  overlay: HTMLElement
  /** The backdrop to credit; null for the built-in map, which also replaces a backdrop whose tile archive fails */
  backdrop: Backdrop | null
  /** Starts MapLibre, if the map `waits` for this call */
  start: () => void
}

/** After this many milliseconds MapLibre starts in any case. */
const longestWait = 6000

/** An interactive map that fills its box. `children` are rendered after the map and put markers and buttons on it by portals. */
export function MapCanvas({
  children,
  ...props
}: {
  label: string
  backdrop: Backdrop | null
  /** Returns the initial position for a box. Without this function the map shows the whole country. */
  initialPosition?: (box: HTMLElement) => MapPosition
  /** Whether MapLibre waits for `start`, because starting it keeps a phone busy for a second */
  waits?: boolean
  onFailure: (why: MapFailure) => void
  children: (shown: ShownMap) => ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const overlayBox = useRef<HTMLDivElement>(null)
  const [layer] = useState(() => Object.assign(document.createElement('div'), { className: 'map-layer' }))
  const [shown, setShown] = useState<Omit<ShownMap, 'state' | 'layer' | 'backdrop'> | null>(null)
  const [backdropState, setBackdropState] = useState<ShownMap['state']>('loading')
  const [backdrop, setBackdrop] = useState(props.backdrop)
  const initial = useRef(props)

  useEffect(() => {
    const [ground, overlay] = [box.current, overlayBox.current]
    if (!ground || !overlay) return
    const { label, backdrop: configured, initialPosition, waits, onFailure } = initial.current
    const still = new StillMap(ground, initialPosition?.(ground))
    const ending = new AbortController()
    const code = import('./maplibre.ts')
    const opening = code.then(({ openGround }) => openGround(configured))
    let isStarted = false

    const start = async () => {
      if (isStarted) return
      isStarted = true
      try {
        const { startMap, repaint, isOfArchive, builtInGround } = await code
        let current = await opening
        // Lets the browser paint the pins first.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        if (ending.signal.aborted) return
        setBackdrop(current.backdrop)
        const canvas = startMap(ground, label, current, still.view)
        if (canvas === 'unable') return onFailure('unable')
        ending.signal.addEventListener('abort', () => canvas.remove())
        canvas.on('webglcontextlost', () => onFailure('lost'))
        // An error of the backdrop does not end the map, which still shows the pins.
        canvas.on('error', (event) => {
          // With a listener, MapLibre logs nothing. Without one, it would log errors of its workers without their message.
          const source = 'sourceId' in event ? ` (source: ${event.sourceId})` : ''
          console.error(`The background map: ${event.error.message}${source}`)
          if (!isOfArchive(event)) return setBackdropState('failed')
          if (current === builtInGround) return
          current = builtInGround
          setBackdrop(null)
          repaint(canvas, current)
        })
        void canvas
          .once('idle')
          .then(() => setBackdropState((before) => (before === 'failed' ? before : 'drawn')))
        const { signal } = ending
        const colours = matchMedia('(prefers-color-scheme: dark)')
        colours.addEventListener('change', () => repaint(canvas, current), { signal })
        moveTo(canvas.getCanvasContainer(), layer)
        setShown({ map: canvas, canvas, overlay, start })
      } catch {
        if (!ending.signal.aborted) onFailure('unloaded')
      }
    }

    ground.after(layer)
    setShown({ map: still, canvas: null, overlay, start })
    const timer = setTimeout(start, waits ? longestWait : 0)
    opening.catch(start)
    return () => {
      clearTimeout(timer)
      setShown(null)
      ending.abort()
      layer.remove()
    }
  }, [layer])

  return (
    <>
      <div className="map-box" data-state={backdropState}>
        {backdropState !== 'drawn' && <MapOutline {...(shown && { map: shown.map })} />}
        <div ref={overlayBox}>
          {backdropState === 'failed' && (
            <p className="map-note map-failed">
              The background map could not be loaded, but the vineyards are in the right places.
            </p>
          )}
        </div>
        <div className="map-ground" ref={box} />
      </div>
      {shown && children({ ...shown, layer, backdrop, state: backdropState })}
    </>
  )
}

/** Moves markers into another element. The focused marker keeps its focus. */
function moveTo(parent: HTMLElement, layer: HTMLElement): void {
  const { activeElement } = document
  parent.append(layer)
  if (activeElement instanceof HTMLElement && layer.contains(activeElement))
    activeElement.focus({ preventScroll: true })
}
