import type { Map as Canvas } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { isOurPicture, pictureOf } from '../media/picture.ts'
import { SkeletonBlock, Skeleton } from '../ui/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { PictureFrame } from '../ui/picture-frame.tsx'
import { placeOf } from '../vineyards/vineyard.ts'
import type { MapVineyard } from '../search/explore.api.ts'
import { queryOf, type Trip } from '../search/search-terms.ts'
import { DemoRibbon, VineyardBadge } from '../vineyards/components/vineyard-badge.tsx'
import './map-popup.css'

/** Pixels between a popup and the edge of the map. */
const margin = 12

/**
 * What opens over a pin. It takes the focus, pulls the map so that it is seen whole, and ends with Escape or its cross.
 */
export function MapPopup({
  map,
  label,
  size,
  onClose,
  children,
}: {
  map: Canvas
  label: string
  /** Changes whenever what it holds does, and with it perhaps its height. */
  size: unknown
  onClose: () => void
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (!element.current) return
    const popup = element.current.getBoundingClientRect()
    const sheet = map.getContainer().getBoundingClientRect()
    const over = (low: number, high: number, least: number, most: number) =>
      low < least ? low - least : high > most ? Math.min(high - most, low - least) : 0
    const by: [number, number] = [
      over(popup.left, popup.right, sheet.left + margin, sheet.right - margin),
      over(popup.top, popup.bottom, sheet.top + margin, sheet.bottom - margin),
    ]
    if (by[0] !== 0 || by[1] !== 0) map.panBy(by, { duration: 240 })
  }, [map, size])
  return (
    <div
      ref={element}
      className="popup"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        // The arrow keys, which move the map, mean the text here.
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
    >
      <button type="button" className="popup-close" aria-label="Close" onClick={onClose}>
        <Icon name="cross" />
      </button>
      {children}
    </div>
  )
}

/** One vineyard, read when its pin is pressed. */
export function SpotPopup({
  map,
  id,
  name,
  trip,
  onClose,
}: {
  map: Canvas
  id: string
  name: string
  trip: Trip
  onClose: () => void
}) {
  const { spot, failed } = useSpot(id)
  return (
    <MapPopup map={map} label={name} size={spot ?? failed} onClose={onClose}>
      {failed ? (
        <PopupText name={name}>
          <p>More about this vineyard could not be loaded just now.</p>
        </PopupText>
      ) : spot ? (
        <>
          <PictureFrame picture={pictureOf(spot.cover_image_url)} sizes="280px" eager>
            <VineyardBadge vineyard={spot} />
            <DemoRibbon vineyard={spot} />
          </PictureFrame>
          <PopupText name={name} logo={spot.logo_url} where={placeOf(spot)}>
            {spot.description && <p className="popup-clamp">{spot.description}</p>}
          </PopupText>
        </>
      ) : (
        <Skeleton label={`Loading ${name}`}>
          <SkeletonBlock as="picture" />
          <div className="in-pop">
            <SkeletonBlock as="title" />
            <SkeletonBlock as="short" />
            <SkeletonBlock as="line" />
            <SkeletonBlock as="part" />
          </div>
        </Skeleton>
      )}
      <p className="popup-go">
        <Link to={href('/vineyard/:id', { id }) + queryOf(trip)}>
          View Vineyard<span className="sr">: {name}</span>
        </Link>
      </p>
    </MapPopup>
  )
}

function PopupText({
  name,
  logo,
  where,
  children,
}: {
  name: string
  logo?: string | null
  where?: string
  children: ReactNode
}) {
  return (
    <div className="in-pop">
      {isOurPicture(logo) && (
        <img className="popup-logo" src={logo} width={48} height={48} alt={`Logo of ${name}`} />
      )}
      <h3>{name}</h3>
      {where && <p className="soft">{where}</p>}
      {children}
    </div>
  )
}

/** Several vineyards on one spot: their names, each a link. */
export function CrowdPopup({
  map,
  label,
  vineyards,
  trip,
  onClose,
}: {
  map: Canvas
  label: string
  vineyards: { id: string; name: string }[]
  trip: Trip
  onClose: () => void
}) {
  return (
    <MapPopup map={map} label={label} size={vineyards} onClose={onClose}>
      <div className="in-pop">
        <h3>{label}</h3>
        <ul className="plain popup-names">
          {vineyards.map(({ id, name }) => (
            <li key={id}>
              <Link to={href('/vineyard/:id', { id }) + queryOf(trip)}>{name}</Link>
            </li>
          ))}
        </ul>
      </div>
    </MapPopup>
  )
}

function useSpot(id: string) {
  const [read, setRead] = useState<{ spot: MapVineyard | null; failed: boolean }>({
    spot: null,
    failed: false,
  })
  useEffect(() => {
    const gone = new AbortController()
    fetch(`/api/explore/places/${id}`, { signal: gone.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
      .then(
        (spot: MapVineyard) => setRead({ spot, failed: false }),
        () => gone.signal.aborted || setRead({ spot: null, failed: true }),
      )
    return () => gone.abort()
  }, [id])
  return read
}
