import { type ComponentProps, type ComponentType, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import type { Position } from '../vineyards/position.ts'
import type { Backdrop } from './map-backdrop.ts'
import type PlaceMap from './place-map.tsx'

type Way = 'shut' | 'opening' | 'failed' | { Loaded: ComponentType<ComponentProps<typeof PlaceMap>> }

/**
 * The picture of where a place lies. With a script a press puts a map that can be dragged in its stead, of the same size,
 * and only that press loads the map's code. Escape or its cross brings the picture back.
 */
export function OpenableMap({
  place,
  name,
  backdrop,
  picture,
}: {
  place: Position
  name: string
  backdrop: Backdrop | null
  picture: ReactNode
}) {
  const hydrated = useHydrated()
  const [way, setWay] = useState<Way>('shut')
  const wasOpen = useRef(false)

  const open = () => {
    wasOpen.current = false
    setWay('opening')
    import('./place-map.tsx').then(
      (module) => setWay({ Loaded: module.default }),
      () => setWay('failed'),
    )
  }
  const shut = () => {
    wasOpen.current = true
    setWay('shut')
  }

  if (typeof way === 'object')
    return (
      <div className="locator-frame">
        <way.Loaded {...{ place, name, backdrop }} onClose={shut} onFailure={() => setWay('failed')} />
      </div>
    )
  return (
    <div className="locator-frame">
      {picture}
      {hydrated && way !== 'failed' && (
        <button
          ref={(button) => {
            // Whoever shut the map goes on with what opens it.
            if (button && wasOpen.current) button.focus({ preventScroll: true })
          }}
          type="button"
          className="locator-open"
          aria-label={`Open the map of ${name}`}
          aria-disabled={way === 'opening'}
          onClick={open}
        >
          <span>
            <Icon name="map" />
            {way === 'opening' ? 'Opening …' : 'Open the map'}
          </span>
        </button>
      )}
      {way === 'failed' && (
        <p className="locator-trouble" role="status">
          The map could not be opened in this browser.
        </p>
      )}
    </div>
  )
}
