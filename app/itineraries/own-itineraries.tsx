import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { href, Link } from 'react-router'

import { Button } from '../ui/button.tsx'
import {
  forgetItineraryOnDevice,
  keepItineraryOnDevice,
  readItineraries,
  storedItineraries,
  watchItineraries,
} from './device-itineraries.ts'

/** The itineraries made in this browser. They come with the script, since nothing but the browser knows of them. */
export function OwnItineraries() {
  const stored = useSyncExternalStore(watchItineraries, storedItineraries, () => '')
  const own = useMemo(() => readItineraries(stored), [stored])
  if (own.length === 0) return null
  return (
    <section aria-labelledby="own">
      <h2 id="own">Yours, on this device</h2>
      <ul className="plain found">
        {own.map(({ id, key, title }) => (
          <li key={id} className="between">
            <Link to={`${href('/itinerary/:id', { id })}?key=${key}`}>{title}</Link>
            <Button small look="text" type="button" onClick={() => forgetItineraryOnDevice(id)}>
              Forget<span className="sr"> {title} on this device</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Keeps an itinerary in the list of this browser, for whoever holds its key. */
export function useKeptItinerary(id: string, key: string | null, title: string) {
  useEffect(() => {
    if (key !== null) keepItineraryOnDevice({ id, key, title })
  }, [id, key, title])
}
