import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/page/hydrated.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { MapOutline } from '../locator/map-outline.tsx'
import type { MapFailure } from './map-canvas.tsx'
import { firstTiles } from './map-requests.ts'

const failureTexts: Record<MapFailure, string> = {
  unable: 'This browser can’t show the map: it needs WebGL, which is missing or turned off.',
  lost: 'The map stopped because the browser ran out of graphics memory.',
  unloaded: 'The map could not be loaded.',
}

type MapCallbacks = { onFailure: (why: MapFailure) => void }

/**
 * A box of fixed size for a map. `load` fetches the map's code. If JavaScript, WebGL or this code is missing, the box explains
 * this in a notice and shows `instead`.
 */
export function MapView<About extends object>({
  load,
  about,
  instead,
  insteadText = 'Here is the list instead.',
  className,
}: {
  load: () => Promise<{ default: ComponentType<About & MapCallbacks> }>
  about: About
  instead: ReactNode
  /** The sentence of the notice about `instead`. */
  insteadText?: string
  className?: string
}) {
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  const [Loaded, setLoaded] = useState<ComponentType<About & MapCallbacks> | null>(null)
  const [failure, setFailure] = useState<MapFailure | null>(null)
  const [first] = useState(() => load)
  useEffect(() => {
    // Requests tiles and code at the same time. If the tiles fail, the map requests them again.
    void firstTiles()
    first().then(
      (module) => setLoaded(() => module.default),
      () => setFailure('unloaded'),
    )
  }, [first])

  if (failure)
    return (
      <div className={className}>
        <Notice
          tone={failure === 'unloaded' ? 'bad' : 'info'}
          role={failure === 'unloaded' ? undefined : 'status'}
        >
          <p>
            {failureTexts[failure]} {insteadText}
          </p>
          {failure !== 'unable' && (
            <p>
              {failure === 'lost' ? (
                <Button type="button" small onClick={() => setFailure(null)}>
                  Show the map again
                </Button>
              ) : (
                <ButtonLink to={pathname + search} reloadDocument small>
                  Try Again
                </ButtonLink>
              )}
            </p>
          )}
        </Notice>
        {instead}
      </div>
    )
  return (
    <div className={className}>
      <noscript>
        <Notice tone="info">The map needs JavaScript, which is turned off. {insteadText}</Notice>
      </noscript>
      {Loaded ? (
        <Loaded {...about} onFailure={setFailure} />
      ) : (
        <div className="map-box map-skeleton">
          <MapOutline />
          <MapLoading>Loading the map …</MapLoading>
        </div>
      )}
      {!hydrated && <div className="without-script">{instead}</div>}
    </div>
  )
}

/** A note in the corner of the map. */
export function MapLoading({ children }: { children: ReactNode }) {
  return (
    <p className="map-loading" role="status">
      <span className="map-spinner" />
      {children}
    </p>
  )
}
