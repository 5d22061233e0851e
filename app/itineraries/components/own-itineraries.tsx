import { useMemo, useSyncExternalStore } from 'react'
import { href, Link } from 'react-router'

import { Button } from '../../ui/button.tsx'
import {
  forgetItineraryOnDevice,
  type OnDevice,
  readItineraries,
  storedItineraries,
  watchItineraries,
} from '../device-itineraries.ts'
import { FromOtherDevices } from './other-devices.tsx'

/** The itineraries made in this browser, and those of whoever is signed in here. They come with the script, since nothing but the browser knows of them. */
export function OwnItineraries() {
  const stored = useSyncExternalStore(watchItineraries, storedItineraries, () => '')
  const own = useMemo(() => readItineraries(stored), [stored])
  return (
    <>
      {own.length > 0 && <OnThisDevice own={own} />}
      <FromOtherDevices here={own.map(({ id }) => id)} />
    </>
  )
}

function OnThisDevice({ own }: { own: OnDevice[] }) {
  return (
    <section aria-labelledby="own">
      <h2 id="own">Yours, on this device</h2>
      <ul className="plain found">
        {own.map(({ id, title }) => (
          <li key={id} className="between">
            <Link to={href('/itinerary/:id', { id })}>{title}</Link>
            <Button small variant="text" type="button" onClick={() => forgetItineraryOnDevice(id)}>
              Forget<span className="sr"> {title} on this device</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
