import { createPortal } from 'react-dom'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Position } from '../vineyards/position.ts'
import type { Backdrop } from './map-backdrop.ts'
import { type Made, MapCanvas, type MapFailure } from './map-canvas.tsx'
import { MapCredit } from './map-credit.tsx'
import { MapPins } from './map-pins.tsx'
import { MapPlace } from './map-place.tsx'
import { MapTools } from './map-tools.tsx'
import { NamesInView } from './names-in-view.tsx'
import type { Trip } from '../search/search-terms.ts'
import { countryView, usePins } from './use-pins.tsx'
import { useVisitor } from './use-visitor.tsx'

type VineyardMapProps = {
  /** What the list is asked for, as its address says it. */
  query: string
  trip: Trip
  /** The place that it is looked for around; whoever named one need not be asked where they are. */
  around: Position | null
  /** Where the same list is a grid. */
  grid: string
}

/** What the list is asked for, on a map: all of it, not a page. This file and all it needs load with the first map. */
export default function VineyardMap({
  backdrop,
  onFailure,
  ...asked
}: VineyardMapProps & { backdrop: Backdrop | null; onFailure: (why: MapFailure) => void }) {
  return (
    <MapCanvas
      label="Map of the vineyards"
      backdrop={backdrop}
      beginning={() => countryView}
      onFailure={onFailure}
    >
      {(made) => <Sheet {...asked} {...made} backdrop={backdrop} />}
    </MapCanvas>
  )
}

function Sheet({
  map,
  over,
  query,
  trip,
  around,
  grid,
  backdrop,
}: VineyardMapProps & Made & { backdrop: Backdrop | null }) {
  const { loading, view, open } = usePins(map, query, around)
  const { visitor, trouble, asking, ask, dismiss } = useVisitor(map, around !== null)
  return (
    <>
      {createPortal(
        <>
          <MapTools map={map}>
            <button type="button" aria-label="Show where I am" disabled={asking} onClick={ask}>
              <Icon name="locate" />
            </button>
          </MapTools>
          <p className="map-credit">
            <MapCredit backdrop={backdrop} />
          </p>
          <div className="map-notes">
            {trouble && (
              <p className="map-note" role="status">
                <Icon name="info" />
                {trouble}
                <button type="button" aria-label="Close this note" onClick={dismiss}>
                  <Icon name="cross" />
                </button>
              </p>
            )}
            {loading === 'loading' && (
              <p className="map-note" role="status">
                Looking for the vineyards …
              </p>
            )}
            {loading === 'failed' && (
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
          {typeof loading === 'object' && loading.count === 0 && <Nowhere grid={grid} />}
        </>,
        over,
      )}
      {createPortal(
        <>
          {view && <MapPins map={map} pins={view.pins} trip={trip} listCluster={open} />}
          {visitor && (
            <MapPlace map={map} at={visitor} className="visitor">
              <span className="you" role="img" aria-label="You are here" />
            </MapPlace>
          )}
        </>,
        map.getCanvasContainer(),
      )}
      {view && <NamesInView view={view} trip={trip} />}
    </>
  )
}

/** None of what was found says where it is: this stands over the map. */
function Nowhere({ grid }: { grid: string }) {
  return (
    <div className="map-nowhere">
      <Empty
        title="No Location Data Available"
        action={<ButtonLink to={grid}>Switch to Grid View</ButtonLink>}
      >
        None of these vineyards has told us where it is yet.
      </Empty>
    </div>
  )
}
