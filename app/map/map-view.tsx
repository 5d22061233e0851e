import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Skeleton } from '../ui/skeleton.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'

type Failure = 'unable' | 'lost' | 'unloaded'

/** What a map is to know of its place on the page. */
export type OnPage = { onFailure: (why: Failure) => void }

/**
 * A place for a map of a fixed size, empty at first: the map's code is fetched when this is shown, by `load`. Where there
 * is no script, no code or no way to draw, a sentence says so and `instead` stands in its place.
 */
export function MapView<About extends object>({
  load,
  about,
  instead,
  saysInstead = 'Here is the list instead.',
  className,
}: {
  load: () => Promise<{ default: ComponentType<About & OnPage> }>
  about: About
  instead: ReactNode
  /** Where a reader finds the same without the map. */
  saysInstead?: string
  className?: string
}) {
  const hydrated = useHydrated()
  const [Loaded, setLoaded] = useState<ComponentType<About & OnPage> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [first] = useState(() => load)
  useEffect(() => {
    first().then(
      (module) => setLoaded(() => module.default),
      () => setFailure('unloaded'),
    )
  }, [first])

  if (failure)
    return (
      <div className={className}>
        <FailureNotice {...{ failure, saysInstead }} onAgain={() => setFailure(null)} />
        {instead}
      </div>
    )
  return (
    <div className={className}>
      <noscript>
        <Notice tone="info">The map needs JavaScript, which is off. {saysInstead}</Notice>
      </noscript>
      {Loaded ? (
        <Loaded {...about} onFailure={setFailure} />
      ) : (
        <div className="map-box map-bones">
          <Skeleton label="Loading the map" className="bone">
            {null}
          </Skeleton>
        </div>
      )}
      {!hydrated && <div className="without-script">{instead}</div>}
    </div>
  )
}

function FailureNotice({
  failure,
  saysInstead,
  onAgain,
}: {
  failure: Failure
  saysInstead: string
  onAgain: () => void
}) {
  const { pathname, search } = useLocation()
  if (failure === 'unable')
    return (
      <Notice tone="info" role="status">
        This browser can not draw the map: it needs WebGL, which is missing or switched off. {saysInstead}
      </Notice>
    )
  if (failure === 'lost')
    return (
      <Notice tone="info" role="status">
        <p>The map stopped, because the browser took back what it is drawn with. {saysInstead}</p>
        <p>
          <Button type="button" small onClick={onAgain}>
            Show the map again
          </Button>
        </p>
      </Notice>
    )
  return (
    <Notice tone="bad">
      <p>The map could not be loaded. {saysInstead}</p>
      <p>
        <ButtonLink to={pathname + search} reloadDocument small>
          Try Again
        </ButtonLink>
      </p>
    </Notice>
  )
}
