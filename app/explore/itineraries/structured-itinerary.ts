import type { Event, Place, TouristTrip, Winery } from 'schema-dts'

import { addDays, type Day } from '../../platform/days.ts'
import { locationOf } from '../../catalogue/vineyards/vineyard.ts'
import { timeOf } from './day-times.ts'
import { type Itinerary, nameOf, type Stop, type TimedDay } from './itinerary.ts'

/**
 * Returns a published itinerary as schema.org data: a trip and, until its last day is over, an event with its visits.
 * `vineyardAt` returns the address of a vineyard's page.
 */
export function structuredItinerary(
  { title, summary, visit_date, stops }: Pick<Itinerary, 'title' | 'summary' | 'visit_date' | 'stops'>,
  days: TimedDay[],
  today: Day,
  vineyardAt: (id: string) => string,
): [TouristTrip, ...Event[]] {
  const described = { name: title, description: summary ?? undefined }
  const trip: TouristTrip = {
    '@type': 'TouristTrip',
    ...described,
    itinerary: {
      '@type': 'ItemList',
      numberOfItems: stops.length,
      itemListElement: stops.map((stop, n) => ({
        '@type': 'ListItem',
        position: n + 1,
        item: structuredStop(stop, vineyardAt),
      })),
    },
  }
  if (visit_date === null) return [trip]
  const visits = days.flatMap(({ day, points }) => {
    const date = addDays(visit_date, day)
    // A local time without an offset, as schema.org allows for events at a place
    return points.map(({ stop, passing }) => ({
      stop,
      starts: `${date}T${timeOf(passing.starts)}`,
      ends: `${addDays(date, Math.floor(passing.ends / (24 * 60)))}T${timeOf(passing.ends)}`,
    }))
  })
  const [first, last] = [visits[0], visits.at(-1)]
  if (!first || !last || last.ends < today) return [trip]
  return [
    trip,
    {
      '@type': 'Event',
      ...described,
      startDate: first.starts,
      endDate: last.ends,
      location: structuredStop(first.stop, vineyardAt),
      subEvent: visits.map(({ stop, starts, ends }) => ({
        '@type': 'Event',
        name: stop.experience?.title ?? nameOf(stop),
        startDate: starts,
        endDate: ends,
        location: structuredStop(stop, vineyardAt),
      })),
    },
  ]
}

function structuredStop(stop: Stop, vineyardAt: (id: string) => string): Place | Winery {
  const { vineyard } = stop
  const shown = vineyard?.is_visible ? vineyard : undefined
  return {
    '@type': vineyard ? 'Winery' : 'Place',
    name: nameOf(stop),
    description: stop.note ?? undefined,
    address: shown && (locationOf(shown) || undefined),
    url: shown && vineyardAt(shown.id),
  }
}
