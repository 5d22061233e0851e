import { sharePicture } from '../../../../content/site/share-picture.server.ts'
import { config } from '../../../../platform/context.ts'
import { daysOf } from '../../../../explore/itineraries/itinerary.ts'
import { openItinerary } from '../../../../explore/itineraries/open-itinerary.server.ts'
import type { Route } from './+types/share.jpg.ts'

/** The largest number of covers that the preview shows side by side. */
const mostCovers = 3

/** Serves the preview picture of a shared itinerary. Only pictures of curated itineraries are cached. */
export async function loader(args: Route.LoaderArgs) {
  const { title, stops, is_curated } = await openItinerary(args)
  const days = daysOf(stops).length
  const count = stops.length === 0 ? '' : stops.length === 1 ? ', 1 stop' : `, ${stops.length} stops`
  const vineyards = stops.flatMap(({ vineyard }) => vineyard ?? [])
  const photographs = vineyards.flatMap(({ cover_image_url }) => cover_image_url ?? [])
  const drawings = vineyards.flatMap(({ poster_url }) => poster_url ?? [])
  const cover = [...new Set(photographs.length > 0 ? photographs : drawings)].slice(0, mostCovers)
  const line = `${days > 1 ? `${days} days` : 'A day'} among vineyards${count}`
  const picture = await sharePicture({ title, line, cover }, args.context.get(config))
  if (!is_curated) picture.headers.set('Cache-Control', 'no-store')
  return picture
}
