import { known } from '../ui/structured.ts'
import { type Itinerary, nameOf, type Stop } from './itinerary.ts'

/**
 * A published day in schema.org's words, with its stops in their order and nothing that its page does not say. `vineyardAt`
 * tells the address of a vineyard's page.
 */
export function structuredItinerary(
  { title, summary, stops }: Pick<Itinerary, 'title' | 'summary' | 'stops'>,
  vineyardAt: (id: string) => string,
): object {
  return known({
    '@type': 'TouristTrip',
    name: title,
    description: summary,
    itinerary: {
      '@type': 'ItemList',
      numberOfItems: stops.length,
      itemListElement: stops.map((stop, n) => ({
        '@type': 'ListItem',
        position: n + 1,
        item: structuredStop(stop, vineyardAt),
      })),
    },
  })
}

function structuredStop(stop: Stop, vineyardAt: (id: string) => string) {
  const { vineyard, note } = stop
  return known({
    '@type': vineyard ? 'Winery' : 'Place',
    name: nameOf(stop),
    description: note,
    url: vineyard?.is_visible ? vineyardAt(vineyard.id) : null,
  })
}
