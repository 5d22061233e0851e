import { createPortal } from 'react-dom'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { IconButton } from '../../ui/pictures/icon-button.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import type { Position } from '../../catalogue/vineyards/position.ts'
import { type Backdrop, MapCredit } from './map-backdrop.tsx'
import { EdgeTowns } from './edge-towns.tsx'
import { MapCanvas, type MapFailure, type ShownMap } from './map-canvas.tsx'
import { MapMarker, MapTools } from './map-markers.tsx'
import { PinButtons } from './pin-buttons.tsx'
import { type MapSearch, VineyardLinks } from './map-popup.tsx'
import { placeLabels } from '../locator/labels.ts'
import { followMap } from '../locator/map-outline.tsx'
import towns from '../../../basemap/large-towns.json'
import { MapLoading } from './map-view.tsx'
import type { Trip } from '../search/trip.ts'
import { usePins } from './use-pins.tsx'
import type { Map as Canvas } from 'maplibre-gl'
import { useEffect, useReducer, useState } from 'react'
import { askLocation, locationSentencesOfMap } from '../search/ask-location.ts'
import { isWithin, type InView, inViewText, type Pin } from '../search/vineyards-on-map.ts'
import { closeUp, labelledFrom, mapBounds } from './map-zooms.ts'
import type { MapControl } from './still-map.ts'

type VineyardMapProps = {
  search: MapSearch
  /** The location of the search */
  around: Position | null
  /** The URL of the same search as a grid. */
  grid: string
}

/** Shows all results of a search on a map. Loaded on demand. */
export default function VineyardMap({
  backdrop,
  onFailure,
  ...sheet
}: VineyardMapProps & { backdrop: Backdrop | null; onFailure: (why: MapFailure) => void }) {
  return (
    <MapCanvas label="Map of the vineyards" backdrop={backdrop} waits onFailure={onFailure}>
      {(shown) => <Sheet {...sheet} {...shown} />}
    </MapCanvas>
  )
}

function Sheet({
  map,
  canvas,
  state,
  layer,
  overlay,
  start,
  search,
  around,
  grid,
  backdrop,
}: VineyardMapProps & ShownMap) {
  const { query, trip } = search
  const { loaded, view } = usePins({ map, canvas }, query, around)
  const { visitor, problem, isLocating, locate, dismiss } = useVisitor(canvas)
  const isUnplaced = loaded !== null && loaded !== 'failed' && loaded.count === 0
  const hasPins = loaded === 'failed' || view !== null
  useEffect(() => {
    if (hasPins) start()
  }, [hasPins, start])
  return (
    <>
      {createPortal(
        <>
          {state !== 'drawn' && <MapTowns map={map} pins={view?.pins ?? []} />}
          <MapTools map={map}>
            <IconButton icon="locate" label="Show where I am" disabled={isLocating} onClick={locate} />
          </MapTools>
          <EdgeTowns {...{ map, layer, overlay }} pins={view?.pins} />
          <p className="map-credit">
            <MapCredit backdrop={backdrop} />
          </p>
          <div className="map-notes">
            {problem && (
              <p className="map-note" role="status">
                <Icon name="info" />
                {problem}
                <IconButton icon="cross" label="Close this note" onClick={dismiss} />
              </p>
            )}
            {loaded === null ? (
              <MapLoading>Loading the vineyards …</MapLoading>
            ) : (
              state === 'loading' && <MapLoading>Loading the map …</MapLoading>
            )}
            {loaded === 'failed' && (
              <Notice tone="bad">
                <p>The vineyards could not be loaded.</p>
                <p>
                  <ButtonLink to={query} reloadDocument>
                    Try Again
                  </ButtonLink>
                </p>
              </Notice>
            )}
          </div>
          {isUnplaced && (
            <div className="map-no-location">
              <Empty
                title="No Location Data Available"
                action={<ButtonLink to={grid}>Switch to Grid View</ButtonLink>}
              >
                We don’t know yet where these vineyards are.
              </Empty>
            </div>
          )}
        </>,
        overlay,
      )}
      {createPortal(
        <>
          {view && <PinButtons {...{ map, canvas, search }} pins={view.pins} />}
          {visitor && (
            <MapMarker map={map} at={visitor}>
              <span className="visitor-dot" role="img" aria-label="You are here" />
            </MapMarker>
          )}
        </>,
        layer,
      )}
      {view && !isUnplaced && <VineyardsInView view={view} trip={trip} />}
    </>
  )
}

type Located = { isLocating: boolean; visitor: Position | null; problem: string | null }

/**
 * Locates the visitor on each `locate()`, and never by itself. The map flies to the position, unless the visitor moves the map
 * meanwhile. `problem` is a sentence to show on the map.
 */
function useVisitor(map: Canvas | null) {
  const [located, setLocated] = useState<Located>({ isLocating: false, visitor: null, problem: null })
  const { isLocating } = located

  useEffect(() => {
    if (!isLocating || !map) return
    let [current, moved] = [true, false]
    const onMove = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent) moved = true
    }
    map.on('movestart', onMove)
    void askLocation().then((answer) => {
      map.off('movestart', onMove)
      if (!current) return
      const visitor = answer.ok && isWithin(answer.value, mapBounds) ? answer.value : null
      if (visitor === null) {
        const problem = locationSentencesOfMap[answer.ok ? 'elsewhere' : answer.problem]
        return setLocated((before) => ({ ...before, isLocating: false, problem }))
      }
      setLocated({ isLocating: false, visitor, problem: null })
      // MapLibre itself skips the flight for visitors who prefer reduced motion.
      if (!moved)
        map.flyTo({ center: [visitor.longitude, visitor.latitude], ...closeUp }, { toVisitor: true })
    })
    return () => {
      current = false
    }
  }, [map, isLocating])

  return {
    ...located,
    locate: () => setLocated({ ...located, isLocating: true, problem: null }),
    dismiss: () => setLocated({ ...located, problem: null }),
  }
}

/** The vineyards in view as a list of links below the map. */
function VineyardsInView({ view: { count, vineyards }, trip }: { view: InView; trip: Trip }) {
  return (
    <section className="in-view" aria-label="Vineyards on this part of the map">
      <p role="status">{inViewText(count)}</p>
      <VineyardLinks vineyards={vineyards} trip={trip} />
      {count > vineyards.length && (
        <p className="soft small">
          Showing the first {vineyards.length} by name. Zoom in or narrow the filters to see the others.
        </p>
      )}
    </section>
  )
}

const mostTowns = 60

/** The largest towns in view, shown until MapLibre has drawn them. */
function MapTowns({ map, pins }: { map: MapControl; pins: Pin[] }) {
  const [, draw] = useReducer((draws: number) => draws + 1, 0)
  useEffect(() => followMap(map, draw), [map])

  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const least = labelledFrom.findLast(([zoom]) => zoom <= map.getZoom())?.[1] ?? 0
  const known = (towns as [string, number, number, number][]).flatMap(
    ([name, longitude, latitude, population]) =>
      population < least ? [] : [{ name, population, ...map.project([longitude, latitude]) }],
  )
  const taken = pins.map(({ kind, latitude, longitude }) => {
    const { x, y } = map.project([longitude, latitude])
    const [above, below] = kind === 'vineyard' ? [44, 0] : [24, 24]
    return { left: x - 24, right: x + 24, top: y - above, bottom: y + below }
  })
  const area = { left: 0, top: 0, right: width, bottom: height }
  const marked = { x: width / 2, y: height / 2, isArea: true, taken }
  return (
    <svg className="map-towns" aria-hidden="true">
      {placeLabels(known, area, marked, mostTowns).map(({ name, dot, textX, textY, anchor }) => (
        <g key={`${name} ${textX}`}>
          {dot && <circle cx={dot.x} cy={dot.y} r="3" />}
          <text x={textX} y={textY} textAnchor={anchor}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}
