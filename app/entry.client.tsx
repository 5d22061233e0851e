import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { sendItineraryKeys } from './explore/itineraries/device-itineraries.ts'
import { requireTrustedTypes } from './platform/http/trusted-types.ts'
import { watchPageRequests } from './platform/request-reference.ts'

requireTrustedTypes(window)
watchPageRequests(window)
sendItineraryKeys(window)
// After a reload, Back and Forward between pages that the router showed change only the address. If that happens before the
// scripts run, the server's page belongs to the former address.
if ((window.addressOfPage ?? hereNow()) === hereNow())
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
else location.reload()

function hereNow(): string {
  return location.pathname + location.search
}

declare global {
  interface Window {
    /** Set by the script that loads the others; undefined on the pages of staff. */
    addressOfPage?: string
  }
}
