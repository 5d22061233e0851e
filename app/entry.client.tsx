import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { sendItineraryKeys } from './explore/itineraries/device-itineraries.ts'
import { requireTrustedTypes } from './platform/http/trusted-types.ts'
import { watchPageRequests } from './platform/request-reference.ts'

requireTrustedTypes(window)
watchPageRequests(window)
sendItineraryKeys(window)
// After a reload, Back and Forward between pages that the router had shown change the address but load no page. If this
// happens before the scripts run, the page that the server sent belongs to the former address.
const here = location.pathname + location.search
if (window.addressOfPage === undefined || window.addressOfPage === here)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
else location.reload()

declare global {
  interface Window {
    /** The address for which the server rendered the page. */
    addressOfPage?: string
  }
}
