import { useEffect, useState } from 'react'
import { type EdgeTown, edgeText, type KnownTown, placeEdgeTowns } from './edge-labels.ts'
import type { ShownMap } from './map-canvas.tsx'
import { followMap } from '../locator/map-outline.tsx'

/** The lowest zoom with labels. A closer map may show no town that the visitor knows. */
const leastZoom = 10
/** Milliseconds between the last movement and the placing of the labels, so that moving the map stays fast */
const pauseMs = 250

/** Buttons at the edges of a close map that name the nearest towns beyond it. A press moves the map to the town. */
export function EdgeTowns({
  map,
  layer,
  overlay,
  pins,
}: Pick<ShownMap, 'map' | 'layer' | 'overlay'> & { pins?: object | undefined }) {
  const [towns, setTowns] = useState<EdgeTown[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const place = async () => {
      if (map.getZoom() < leastZoom) return setTowns([])
      // Without the list the map works as before, so a failure needs no message.
      const known = await import('../../../basemap/known-towns.json').catch(() => ({ default: [] }))
      if (!isCurrent) return
      const parts = [
        ...overlay.querySelectorAll('.map-tools, .map-credit, .map-notes > *'),
        ...layer.querySelectorAll('button, .pin, .popup, .visitor-dot'),
      ]
      setTowns(
        placeEdgeTowns(known.default as unknown as KnownTown[], map, boxesIn(map.getContainer(), parts)),
      )
    }
    const stop = followMap(map, () => {
      clearTimeout(timer)
      timer = setTimeout(place, pauseMs)
    })
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stop()
    }
  }, [map, layer, overlay, pins])
  return towns.map((town) => (
    <button
      key={town.name}
      type="button"
      className="edge-town"
      style={{ left: town.x, top: town.y }}
      onClick={() => {
        setTowns([])
        map.getContainer().querySelector('canvas')?.focus({ preventScroll: true })
        map.easeTo({ center: [town.longitude, town.latitude] })
      }}
    >
      <svg
        className="icon"
        viewBox="0 0 24 24"
        aria-hidden="true"
        focusable="false"
        style={{ rotate: `${Math.round(town.angle)}deg` }}
      >
        <path d="M4 12h15M13 6l6 6-6 6" />
      </svg>
      {edgeText(town)}
    </button>
  ))
}

function boxesIn(container: HTMLElement, elements: Element[]) {
  const { left, top } = container.getBoundingClientRect()
  return elements.map((element) => {
    const box = element.getBoundingClientRect()
    return {
      left: box.left - left,
      right: box.right - left,
      top: box.top - top,
      bottom: box.bottom - top,
    }
  })
}
