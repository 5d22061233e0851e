import { type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'

import { PageSkeleton } from '../../ui/skeleton.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { itineraryIn, keyOnDevice } from '../itinerary-key.ts'

/**
 * Opens an itinerary with the key that this browser holds. The server answered 404, because the address does not carry the
 * key. `children` is the screen for everybody who cannot open it.
 */
export function HeldItinerary({ error, children }: { error: unknown; children: ReactNode }) {
  const { pathname, search } = useLocation()
  // A share link opens with what it carries, or not at all.
  const mayOpen =
    isRouteErrorResponse(error) && error.status === 404 && !new URLSearchParams(search).has('share')
  const id = mayOpen ? itineraryIn(pathname) : null
  return id === null ? children : <OpenWithKey key={id} id={id} refusal={children} />
}

function OpenWithKey({ id, refusal }: { id: string; refusal: ReactNode }) {
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const [isOpening, setOpening] = useState(true)
  useEffect(() => {
    if (keyOnDevice(id) === null) setOpening(false)
    else void revalidate().then(() => setOpening(false))
    // Only once: what the key does not open now, it does not open a moment later.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
  if (!isOpening) return refusal
  return (
    <>
      {!isHydrated && <noscript>{refusal}</noscript>}
      <PageSkeleton label="Opening the itinerary" />
    </>
  )
}
