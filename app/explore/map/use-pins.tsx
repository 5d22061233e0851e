import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Position } from '../../catalogue/vineyards/position.ts'
import type { Bounds, InView, Pin } from '../search/vineyards-on-map.ts'
import { followMap } from '../locator/map-outline.tsx'
import { aroundZoom, fitPadding, nearestFit, zooms } from './map-zooms.ts'
import { takePins } from './map-requests.ts'
import type { ShownMap } from './map-canvas.tsx'
import { indexPins, type Pins } from './pin-index.ts'
import type { MapControl } from './still-map.ts'

/** The least time between updates while the map moves, in milliseconds */
const updateInterval = 120
/** A map rests once it has not moved for this many milliseconds. */
const restTime = 250
/** Pins are also drawn beyond each edge, up to this share of the map's size. */
const margin = 0.25

/** The part of the map that a history entry showed last, and the pin whose popup was open */
type KeptView = { bounds?: Bounds; pin?: Pin | null }

/** Returns the view of the map that this history entry has stored, or an empty view for a new map. */
export function readKeptView(): KeptView {
  return history.state?.map ?? {}
}

/**
 * Stores a view in the history entry with this router key, beside the router's own state. Does nothing if the browser shows
 * another entry already, because a new search must not begin with the view of the last search.
 */
export function keepView(key: string, view: KeptView): void {
  // React Router calls the first entry 'default', but stores no key in it.
  if ((history.state?.key ?? 'default') !== key) return
  history.replaceState({ ...history.state, map: { ...readKeptView(), ...view } }, '')
}

/**
 * Loads the pins of a search once and returns the pins in view as the map moves. For each new search the map is fitted to its
 * pins, or moved to the location of the search. After Back the map shows the same part as before.
 */
export function usePins(
  { map, canvas }: Pick<ShownMap, 'map' | 'canvas'>,
  query: string,
  around: Position | null,
) {
  const [loaded, setLoaded] = useState<{ query: string; outcome: 'failed' | Pins } | null>(null)
  const [view, setView] = useState<InView | null>(null)
  const pins = useRef<Pins>(null)
  // The location is part of `query`, so effects that depend on `query` also run when the location changes.
  const { key } = useLocation()
  const latest = useRef({ map, around, key })
  // Whether the map was fitted to the pins of the current search
  const isFitted = useRef(false)
  const isFlying = useRef(false)
  useEffect(() => {
    latest.current = { map, around, key }
  }, [map, around, key])

  useEffect(() => {
    // Fitting must not interrupt a flight to the visitor's position.
    const start = (event: object) => {
      if ('toVisitor' in event) isFlying.current = true
    }
    canvas?.on('movestart', start)
    return () => void canvas?.off('movestart', start)
  }, [canvas])

  useEffect(() => {
    let current = true
    isFlying.current = false
    isFitted.current = false
    takePins(query).then(
      ({ places }) => {
        if (!current) return
        const isFirst = pins.current === null
        const found = indexPins(places)
        pins.current = found
        setLoaded({ query, outcome: found })
        const { map, around } = latest.current
        const kept = readKeptView().bounds
        if (kept) map.fitBounds(corners(kept), { padding: 0, maxZoom: zooms.most, animate: false })
        else if (found.bounds && !isFlying.current) fit(map, found.bounds, around, isFirst)
        isFitted.current = true
        setView(viewOf(map, found))
      },
      () => current && setLoaded({ query, outcome: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [query])

  useEffect(() => {
    let [waiting, resting]: ReturnType<typeof setTimeout>[] = []
    const updateSoon = () => {
      // Browsers refuse to change a history entry many times a second, so the view is stored only when the map rests.
      clearTimeout(resting)
      resting = setTimeout(() => {
        if (isFitted.current) keepView(latest.current.key, { bounds: visibleBounds(map, 0) })
      }, restTime)
      waiting ??= setTimeout(() => {
        waiting = undefined
        if (pins.current) setView(viewOf(map, pins.current))
      }, updateInterval)
    }
    const stop = followMap(map, updateSoon)
    return () => {
      clearTimeout(waiting)
      clearTimeout(resting)
      stop()
    }
  }, [map])

  return { loaded: loaded?.query === query ? loaded.outcome : null, view }
}

function viewOf(map: MapControl, pins: Pins): InView {
  return pins.inView(visibleBounds(map, 0), visibleBounds(map, margin), map.getZoom())
}

/** Returns the visible bounds of the map, widened on each side by a share of their size. */
export function visibleBounds(map: MapControl, margin: number): Bounds {
  const bounds = map.getBounds()
  const [west, east, south, north] = [
    bounds.getWest(),
    bounds.getEast(),
    bounds.getSouth(),
    bounds.getNorth(),
  ]
  const [across, up] = [(east - west) * margin, (north - south) * margin]
  return { west: west - across, east: east + across, south: south - up, north: north + up }
}

/**
 * Fits the map to pins, or moves it to the location `around`. The first search jumps there, because an animation would load
 * the tiles along its way.
 */
export function fit(map: MapControl, bounds: Bounds, around: Position | null, isFirst: boolean) {
  const animate = !isFirst
  if (around) return map.easeTo({ center: [around.longitude, around.latitude], zoom: aroundZoom, animate })
  map.fitBounds(corners(bounds), { padding: fitPadding, maxZoom: nearestFit, animate })
}

function corners({ west, south, east, north }: Bounds): [number, number, number, number] {
  return [west, south, east, north]
}
