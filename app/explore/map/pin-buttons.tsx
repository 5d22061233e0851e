import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Position } from '../../catalogue/vineyards/position.ts'
import { inStorage } from '../../platform/in-storage.ts'
import { clusterLabel, type Pin, pinLabel, pinPrice } from '../search/vineyards-on-map.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { useLabelClearance } from '../locator/label-clearance.tsx'
import type { ShownMap } from './map-canvas.tsx'
import { MapMarker, PinShape } from './map-markers.tsx'
import { keepView, readKeptView } from './use-pins.tsx'
import { MapPopup, type MapSearch, VineyardLinks, VineyardPopup } from './map-popup.tsx'

/** Pins and clusters as buttons: a pin opens a popup, a cluster zooms in. */
export function PinButtons({
  map,
  canvas,
  pins,
  search,
}: Pick<ShownMap, 'map' | 'canvas'> & { pins: Pin[]; search: MapSearch }) {
  const { key } = useLocation()
  const { query } = search
  const [opened, setOpened] = useState(() => ({ query, pin: readKeptView().pin ?? null }))
  // A new search closes the popup, because the vineyard may not match the new search.
  const open = opened.query === query ? opened.pin : null
  const setOpen = (pin: Pin | null) => setOpened({ query, pin })
  const { elements, keepFocusAt } = useKeptFocus(pins)
  const { seen, see } = useSeen()
  useLabelClearance(canvas, pins)
  // After Back, the vineyards may be grouped differently, so only the popup of a vineyard opens again.
  useEffect(() => keepView(key, { pin: open?.kind === 'vineyard' ? open : null }), [key, open])

  const close = () => {
    if (open) elements.current.get(open.key)?.focus({ preventScroll: true })
    setOpen(null)
  }
  const press = (pin: Pin) => {
    if (pin.kind === 'cluster' && pin.zoom !== null) {
      setOpen(null)
      keepFocusAt(pin)
      map.easeTo({ center: [pin.longitude, pin.latitude], zoom: pin.zoom })
      return
    }
    if (pin.kind === 'vineyard') see(pin.id)
    setOpen(pin)
  }

  // The open pin stays, even if the map has moved so far that the pin would not be drawn.
  const shown = open && !pins.some(({ key }) => key === open.key) ? [...pins, open] : pins
  return shown.map((pin) => {
    const isOpen = pin.key === open?.key
    return (
      <MapMarker key={pin.key} map={map} at={pin} className={isOpen ? 'is-open' : undefined}>
        <button
          type="button"
          className={classOf(pin, seen)}
          aria-expanded={pin.kind === 'vineyard' || pin.zoom === null ? isOpen : undefined}
          aria-label={pin.kind === 'vineyard' ? pinLabel(pin, seen.has(pin.id)) : clusterLabel(pin)}
          ref={(element) => {
            if (element) elements.current.set(pin.key, element)
            return () => void elements.current.delete(pin.key)
          }}
          onFocus={() => keepFocusAt(pin)}
          onBlur={() => keepFocusAt(null)}
          onClick={() => (isOpen ? close() : press(pin))}
          onKeyDown={({ key }) => isOpen && key === 'Escape' && close()}
        >
          {pin.kind === 'vineyard' ? (
            <VineyardPin name={pin.name} price={pin.price} isSeen={seen.has(pin.id)} />
          ) : (
            pin.count
          )}
        </button>
        {isOpen && pin.kind === 'vineyard' && (
          <VineyardPopup map={map} id={pin.id} name={pin.name} search={search} onClose={close} />
        )}
        {isOpen && pin.kind === 'cluster' && (
          <MapPopup map={map} label={clusterLabel(pin)} size={pin.key} onClose={close}>
            <div className="popup-body">
              <h3>{clusterLabel(pin)}</h3>
              <VineyardLinks className="plain popup-names" vineyards={pin.members} trip={search.trip} />
            </div>
          </MapPopup>
        )}
      </MapMarker>
    )
  })
}

function classOf(pin: Pin, seen: ReadonlySet<string>): string {
  if (pin.kind === 'cluster') return 'cluster'
  return ['pin', pin.price === null ? [] : 'has-price', seen.has(pin.id) ? 'is-seen' : []].flat().join(' ')
}

/** A vineyard's pin. It shows the lowest price or, if there is none, the hill figure, and a tick if its popup has been opened. */
function VineyardPin({ name, price, isSeen }: { name: string; price: number | null; isSeen: boolean }) {
  const tick = isSeen && <Icon name="tick" />
  return (
    <>
      {price === null ? (
        <>
          <PinShape />
          {tick}
        </>
      ) : (
        <span className="pin-price num">
          {tick}
          {pinPrice(price)}
        </span>
      )}
      <span className="pin-name" aria-hidden="true">
        {name}
      </span>
    </>
  )
}

const seenKey = 'map_seen'
const mostSeen = 500

/** Returns the ids of vineyards whose popups have been opened in this tab, and a function that adds one. */
function useSeen(): { seen: ReadonlySet<string>; see: (id: string) => void } {
  const [seen, setSeen] = useState<ReadonlySet<string>>(
    () => new Set(inStorage(() => sessionStorage.getItem(seenKey))?.split(' ')),
  )
  const see = (id: string) => {
    const ids = [...seen].filter((other) => other !== id).slice(1 - mostSeen)
    setSeen(new Set([...ids, id]))
    // If storage is full or not allowed, opened pins are remembered until the map is closed.
    inStorage(() => sessionStorage.setItem(seenKey, [...ids, id].join(' ')))
  }
  return { seen, see }
}

/** Moves the focus to the nearest pin when the focused pin leaves the map, because the map moved or a cluster was opened. */
function useKeptFocus(pins: Pin[]) {
  const elements = useRef(new Map<string, HTMLButtonElement>())
  const target = useRef<Pin>(null)
  useEffect(() => {
    const left = target.current
    if (!left || pins.some(({ key }) => key === left.key)) return
    target.current = null
    const distance = ({ latitude, longitude }: Position) =>
      Math.hypot(latitude - left.latitude, longitude - left.longitude)
    const [nearest] = pins.toSorted((a, b) => distance(a) - distance(b))
    // Moves the focus only if nothing else has taken it.
    if (nearest && document.activeElement === document.body)
      elements.current.get(nearest.key)?.focus({ preventScroll: true })
  }, [pins])
  return { elements, keepFocusAt: (pin: Pin | null) => void (target.current = pin) }
}
