import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { isOurPicture, pictureOf } from '../../platform/media/picture.ts'
import { SkeletonBlock, Skeleton } from '../../ui/page/skeleton.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { PictureFrame } from '../../ui/pictures/picture-frame.tsx'
import { locationOf } from '../../catalogue/vineyards/vineyard.ts'
import { NextSlotLine, RatingLine } from '../search/components/card-facts.tsx'
import { queryOf, type Trip } from '../search/trip.ts'
import type { Day } from '../../platform/days.ts'
import type { MapControl } from './still-map.ts'
import { DemoRibbon, VineyardBadge } from '../../catalogue/vineyards/components/vineyard-badge.tsx'
import type { MapVineyard } from '../search/explore.shapes.ts'
import './map-popup.css'

/** Pixels between a popup and the edge of the map. */
const margin = 12

/** A popup over a pin. Takes the focus, pans the map until the popup is fully visible, and closes on Escape. */
function MapPopup({
  map,
  label,
  size,
  onClose,
  children,
}: {
  map: MapControl
  label: string
  /** A value that changes with the contents, because new contents may change the height */
  size: unknown
  onClose: () => void
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (!element.current) return
    const popup = element.current.getBoundingClientRect()
    const box = map.getContainer().getBoundingClientRect()
    const overflow = (low: number, high: number, least: number, most: number) =>
      low < least ? low - least : high > most ? Math.min(high - most, low - least) : 0
    const by: [number, number] = [
      overflow(popup.left, popup.right, box.left + margin, box.right - margin),
      overflow(popup.top, popup.bottom, box.top + margin, box.bottom - margin),
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
        // Otherwise the arrow keys would move the map.
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

/** The search that the map shows: its query string, and the values for links and dates */
export type MapSearch = { query: string; trip: Trip; today: Day }

/** A popup with a vineyard, which is loaded when its pin is pressed */
export function VineyardPopup({
  map,
  id,
  name,
  search: { query, trip, today },
  onClose,
}: {
  map: MapControl
  id: string
  name: string
  search: MapSearch
  onClose: () => void
}) {
  const { vineyard, failed } = useVineyard(id, query)
  return (
    <MapPopup map={map} label={name} size={vineyard ?? failed} onClose={onClose}>
      {failed ? (
        <PopupText name={name}>
          <p>The details of this vineyard could not be loaded.</p>
        </PopupText>
      ) : vineyard ? (
        <>
          <PictureFrame
            picture={pictureOf(vineyard.cover_image_url ?? vineyard.poster_url)}
            sizes="280px"
            eager
          >
            <VineyardBadge vineyard={vineyard} />
            <DemoRibbon vineyard={vineyard} />
          </PictureFrame>
          <PopupText
            name={name}
            logo={vineyard.logo_url}
            where={locationOf(vineyard)}
            rating={vineyard.rating}
          >
            {vineyard.facts && <NextSlotLine facts={vineyard.facts} today={today} />}
            {vineyard.description && <p className="popup-clamp">{vineyard.description}</p>}
          </PopupText>
        </>
      ) : (
        <Skeleton label={`Loading ${name}`}>
          <SkeletonBlock as="picture" />
          <div className="popup-body">
            <SkeletonBlock as="title" />
            <SkeletonBlock as="short" />
            <SkeletonBlock as="line" />
            <SkeletonBlock as="part" />
          </div>
        </Skeleton>
      )}
      <p className="popup-link">
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
  where = '',
  rating = null,
  children,
}: {
  name: string
  logo?: string | null
  where?: string
  rating?: MapVineyard['rating']
  children: ReactNode
}) {
  return (
    <div className="popup-body">
      {isOurPicture(logo) && (
        <img className="popup-logo" src={logo} width={48} height={48} alt={`Logo of ${name}`} />
      )}
      <h3>{name}</h3>
      {(where || rating) && (
        <p className="soft">
          {where}
          {where && rating && ' · '}
          {rating && <RatingLine rating={rating} />}
        </p>
      )}
      {children}
    </div>
  )
}

/** A popup that lists the vineyards at one position */
export function ClusterPopup({
  map,
  label,
  vineyards,
  search: { trip },
  onClose,
}: {
  map: MapControl
  label: string
  vineyards: { id: string; name: string }[]
  search: MapSearch
  onClose: () => void
}) {
  return (
    <MapPopup map={map} label={label} size={vineyards} onClose={onClose}>
      <div className="popup-body">
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

function useVineyard(id: string, query: string) {
  const [state, setState] = useState<{ vineyard: MapVineyard | null; failed: boolean }>({
    vineyard: null,
    failed: false,
  })
  useEffect(() => {
    const abort = new AbortController()
    fetch(`/api/explore/places/${id}${query}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
      .then(
        (vineyard: MapVineyard) => setState({ vineyard, failed: false }),
        () => abort.signal.aborted || setState({ vineyard: null, failed: true }),
      )
    return () => abort.abort()
  }, [id, query])
  return state
}
