import type { Map as Canvas } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Position } from '../vineyards/position.ts'
import type { Bounds } from '../search/search.server.ts'
import { aroundZoom, fitPadding, home, type InView, nearestFit } from '../search/map-pins.ts'
import { type PinsClient, startPins } from './pins-client.ts'

/** The least time between two looks while the map moves, in milliseconds. */
const rhythm = 120
/** How much of the map beyond each edge has its pins drawn already. */
const beyond = 0.25

type Loading = 'loading' | 'failed' | { count: number }

/**
 * The pins of what the list is asked for by `query`, read once, and of them those in view as the map moves. Whenever they
 * are others the map is fitted to them, or goes to the place that they are looked for around.
 */
export function usePins(map: Canvas, query: string, around: Position | null) {
  const [loaded, setLoaded] = useState<{ query: string; outcome: Loading }>({ query, outcome: 'loading' })
  const [view, setView] = useState<InView | null>(null)
  const client = useRef<PinsClient>(null)
  // The query says it too, so that another place is another query.
  const near = useRef(around)
  useEffect(() => {
    near.current = around
  }, [around])

  const look = useCallback(async () => {
    const zoom = map.getZoom()
    const [shown, drawn] = [boundsOf(map, 0), boundsOf(map, beyond)]
    const seen = await client.current?.ask('look', { shown, drawn, zoom })
    if (seen) setView(seen)
  }, [map])

  useEffect(() => {
    const started = startPins()
    client.current = started
    return () => {
      client.current = null
      started.end()
    }
  }, [])

  useEffect(() => {
    // Who is on the way to where the visitor is, is not called back to the pins.
    let [current, flown] = [true, false]
    const start = (event: object) => {
      if ('toVisitor' in event) flown = true
    }
    map.on('movestart', start)
    const address = new URL(`/api/explore/places${query}`, location.href).href
    client.current?.ask('load', address).then(
      ({ count, bounds }) => {
        if (!current) return
        setLoaded({ query, outcome: { count } })
        if (bounds && !flown) fit(map, bounds, near.current)
        void look()
      },
      () => current && setLoaded({ query, outcome: 'failed' }),
    )
    return () => {
      current = false
      map.off('movestart', start)
    }
  }, [map, query, look])

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        void look()
      }, rhythm)
    }
    map.on('move', lookSoon)
    map.on('resize', lookSoon)
    return () => {
      clearTimeout(waiting)
      map.off('move', lookSoon)
      map.off('resize', lookSoon)
    }
  }, [map, look])

  const open = useCallback((cluster: string) => client.current?.ask('open', cluster), [])
  return { loading: loaded.query === query ? loaded.outcome : 'loading', view, open }
}

function boundsOf(map: Canvas, beyond: number): Bounds {
  const bounds = map.getBounds()
  const [west, east, south, north] = [
    bounds.getWest(),
    bounds.getEast(),
    bounds.getSouth(),
    bounds.getNorth(),
  ]
  const [across, up] = [(east - west) * beyond, (north - south) * beyond]
  return { west: west - across, east: east + across, south: south - up, north: north + up }
}

function fit(map: Canvas, { west, south, east, north }: Bounds, around: Position | null) {
  if (around) return map.easeTo({ center: [around.longitude, around.latitude], zoom: aroundZoom })
  map.fitBounds([west, south, east, north], { padding: fitPadding, maxZoom: nearestFit })
}

/** Before anything is known: the whole country. */
export const countryView = { center: [home.longitude, home.latitude] as [number, number], zoom: home.zoom }
