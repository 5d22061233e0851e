import { StrictMode, startTransition, use, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { sendItineraryKeys } from './explore/itineraries/device-itineraries.ts'
import { requireTrustedTypes } from './platform/http/trusted-types.ts'
import { watchPageRequests } from './platform/request-reference.ts'

requireTrustedTypes(window)
watchPageRequests(window)
sendItineraryKeys(window)
// After a reload, Back and Forward between pages that the router had shown change the address but load no page. If this
// happens before React has taken over the page, the page that the server sent belongs to the former address.
const here = () => location.pathname + location.search
const address = window.addressOfPage ?? here()
const reloadElsewhere = () => here() !== address && location.reload()
addEventListener('popstate', reloadElsewhere)
reloadElsewhere()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
  )
})

const reloading = new Promise<never>(() => {})

function Page() {
  // From here on, the router itself follows all changes of the address.
  useEffect(() => removeEventListener('popstate', reloadElsewhere), [])
  if (here() !== address) use(reloading)
  return <HydratedRouter />
}

declare global {
  interface Window {
    /** The address for which the server rendered the page. */
    addressOfPage?: string
  }
}
