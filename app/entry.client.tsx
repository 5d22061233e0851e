import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { sendItineraryKeys } from './explore/itineraries/device-itineraries.ts'
import { requireTrustedTypes } from './platform/http/trusted-types.ts'
import { watchPageRequests } from './platform/request-reference.ts'

requireTrustedTypes(window)
watchPageRequests(window)
sendItineraryKeys(window)
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
