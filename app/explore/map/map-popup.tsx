import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { isOurPicture, pictureOf } from '../../platform/media/picture.ts'
import { Skeleton, SkeletonBlock, SkeletonBlocks } from '../../ui/page/skeleton.tsx'
import { IconButton } from '../../ui/pictures/icon-button.tsx'
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
export function MapPopup({
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
    const tools = map.getContainer().parentElement?.querySelector('.map-tools')?.getBoundingClientRect()
    const overflow = (low: number, high: number, least: number, most: number) =>
      low < least ? low - least : high > most ? Math.min(high - most, low - least) : 0
    const by: [number, number] = [
      overflow(popup.left, popup.right, box.left + margin, (tools?.left ?? box.right) - margin),
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
      <IconButton icon="cross" label="Close" className="popup-close" onClick={onClose} />
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
  const vineyard = useVineyard(id, query)
  const where = vineyard && vineyard !== 'failed' ? locationOf(vineyard) : ''
  return (
    <MapPopup map={map} label={name} size={vineyard} onClose={onClose}>
      {vineyard === 'failed' ? (
        <div className="popup-body">
          <h3>{name}</h3>
          <p>The details of this vineyard could not be loaded.</p>
        </div>
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
          <div className="popup-body">
            {isOurPicture(vineyard.logo_url) && (
              <img
                className="popup-logo"
                src={vineyard.logo_url}
                width={48}
                height={48}
                alt={`Logo of ${name}`}
              />
            )}
            <h3>{name}</h3>
            {(where || vineyard.rating) && (
              <p className="soft">
                {where}
                {where && vineyard.rating && ' · '}
                {vineyard.rating && <RatingLine rating={vineyard.rating} />}
              </p>
            )}
            {vineyard.facts && <NextSlotLine facts={vineyard.facts} today={today} />}
            {vineyard.description && <p className="popup-clamp">{vineyard.description}</p>}
          </div>
        </>
      ) : (
        <Skeleton label={`Loading ${name}`}>
          <SkeletonBlock as="picture" />
          <div className="popup-body">
            <SkeletonBlocks shapes={['title', 'short', 'line', 'part']} />
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

/** A list of vineyards as links, which pass on the chosen day and party */
export function VineyardLinks({
  vineyards,
  trip,
  className = 'plain',
}: {
  vineyards: { id: string; name: string }[]
  trip: Trip
  className?: string
}) {
  return (
    <ul className={className}>
      {vineyards.map(({ id, name }) => (
        <li key={id}>
          <Link to={href('/vineyard/:id', { id }) + queryOf(trip)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

function useVineyard(id: string, query: string) {
  const [state, setState] = useState<MapVineyard | 'failed' | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    fetch(`/api/explore/places/${id}${query}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
      .then(
        (vineyard: MapVineyard) => setState(vineyard),
        () => abort.signal.aborted || setState('failed'),
      )
    return () => abort.abort()
  }, [id, query])
  return state
}
