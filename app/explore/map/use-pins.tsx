import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Position } from '../../catalogue/vineyards/position.ts'
import type { Bounds, InView, Pin } from '../search/map-pins.ts'
import { aroundZoom, fitPadding, nearestFit, zooms } from './map-zooms.ts'
import { takePins } from './map-requests.ts'
import type { ShownMap } from './map-canvas.tsx'
import type { PinCalls } from './pins-worker.ts'
import type { MapControl } from './still-map.ts'

/** The least time between updates while the map moves, in milliseconds */
const updateInterval = 120
/** A map rests once it has not moved for this many milliseconds. */
const restTime = 250
/** Pins are also drawn beyond each edge, up to this share of the map's size. */
const margin = 0.25

type Loading = 'loading' | 'failed' | { count: number }

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
  const [loaded, setLoaded] = useState<{ query: string; outcome: Loading }>({ query, outcome: 'loading' })
  const [view, setView] = useState<InView | null>(null)
  const client = useRef<PinsClient>(null)
  // The location is part of `query`, so effects that depend on `query` also run when the location changes.
  const { key } = useLocation()
  const latest = useRef({ map, around, key })
  const hasLoaded = useRef(false)
  // Whether the map was fitted to the pins of the current search
  const isFitted = useRef(false)
  const isFlying = useRef(false)
  useEffect(() => {
    latest.current = { map, around, key }
  }, [map, around, key])

  const update = useCallback(async () => {
    if (!hasLoaded.current) return
    const { map } = latest.current
    const zoom = map.getZoom()
    const [shown, drawn] = [visibleBounds(map, 0), visibleBounds(map, margin)]
    const inView = await client.current?.call('view', { shown, drawn, zoom })
    if (inView) setView(inView)
  }, [])

  useEffect(() => {
    const started = startPins()
    client.current = started
    return () => {
      client.current = null
      started.end()
    }
  }, [])

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
    const load = async () => client.current?.call('load', await takePins(query))
    load().then(
      (answer) => {
        if (!current || !answer) return
        const { count, bounds } = answer
        setLoaded({ query, outcome: { count } })
        const { map, around } = latest.current
        const kept = readKeptView().bounds
        if (kept) map.fitBounds(corners(kept), { padding: 0, maxZoom: zooms.most, animate: false })
        else if (bounds && !isFlying.current) fit(map, bounds, around, !hasLoaded.current)
        hasLoaded.current = true
        isFitted.current = true
        void update()
      },
      () => current && setLoaded({ query, outcome: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [query, update])

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
        void update()
      }, updateInterval)
    }
    map.on('move', updateSoon)
    map.on('resize', updateSoon)
    return () => {
      clearTimeout(waiting)
      clearTimeout(resting)
      map.off('move', updateSoon)
      map.off('resize', updateSoon)
    }
  }, [map, update])

  const listCluster = useCallback((cluster: string) => client.current?.call('members', cluster), [])
  return { loading: loaded.query === query ? loaded.outcome : 'loading', view, listCluster }
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

type CallName = keyof PinCalls
type Argument<Name extends CallName> = Parameters<PinCalls[Name]>[0]
type Answer<Name extends CallName> = Awaited<ReturnType<PinCalls[Name]>>
type Pending = { resolve: (answer: never) => void; reject: (error: Error) => void }

/** Starts the worker that holds the pins. A call fails if the worker refuses it or does not start. */
export function startPins() {
  const worker = new Worker(new URL('./pins-worker.ts', import.meta.url), { type: 'module', name: 'pins' })
  const pending = new Map<number, Pending>()
  let calls = 0

  worker.addEventListener('message', ({ data: [number, ok, answer] }: MessageEvent) => {
    const call = pending.get(number)
    pending.delete(number)
    if (ok) call?.resolve(answer as never)
    else call?.reject(new Error(answer))
  })
  worker.addEventListener('error', () => {
    for (const { reject } of pending.values()) reject(new Error("The map's worker did not start"))
    pending.clear()
  })

  function call<Name extends CallName>(name: Name, argument: Argument<Name>): Promise<Answer<Name>> {
    return new Promise((resolve, reject) => {
      pending.set(++calls, { resolve, reject })
      worker.postMessage([calls, name, argument], argument instanceof ArrayBuffer ? [argument] : [])
    })
  }
  return { call, end: () => worker.terminate() }
}

type PinsClient = ReturnType<typeof startPins>
