import { type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'

import { itineraryIn, keyOnDevice } from '../../../explore/itineraries/device-itineraries.ts'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import { PageSkeleton } from '../../../ui/page/skeleton.tsx'
import ErrorScreen from './error-screen.tsx'

/**
 * Replaces a visitors' page that failed. If the server answered 404 because the address of an itinerary has no key, opens the
 * itinerary with the key stored in this browser. Otherwise shows the error.
 */
export default function FailedPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  // A share link never falls back to the stored key.
  const mayOpen =
    isRouteErrorResponse(error) && error.status === 404 && !new URLSearchParams(search).has('share')
  const id = mayOpen ? itineraryIn(pathname) : null
  const refusal = <ErrorScreen error={error} />
  return id === null ? refusal : <OpenWithKey key={id} id={id} refusal={refusal} />
}

function OpenWithKey({ id, refusal }: { id: string; refusal: ReactNode }) {
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const [isOpening, setOpening] = useState(true)
  useEffect(() => {
    if (keyOnDevice(id) === null) setOpening(false)
    else void revalidate().then(() => setOpening(false))
    // Tries only once: a key that fails now also fails later.
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
