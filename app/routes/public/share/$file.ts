import { data } from 'react-router'

import { sharePicture } from '../../../content/site/share-picture.server.ts'
import { config } from '../../../platform/context.ts'
import type { Route } from './+types/$file.ts'

const content = (title: string, line: string, drawing: string) => ({
  title,
  line,
  cover: `/pictures/${drawing}-1600.webp`,
})

/** Title, subtitle and cover by file name. Pages of a vineyard, post or itinerary have pictures of their own. */
const pictures = new Map([
  [
    'home.jpg',
    content('Discover UK vineyards', 'Tours and tastings, booked in a minute', 'a-vineyard-through-the-year'),
  ],
  [
    'explore.jpg',
    content(
      'Find a vineyard',
      'England, Wales, Scotland and Northern Ireland',
      'what-happens-on-a-vineyard-tour',
    ),
  ],
  [
    'itineraries.jpg',
    content('Days among vineyards', 'Put together stop by stop', 'getting-there-without-a-car'),
  ],
  [
    'blog.jpg',
    content(
      'The blog',
      'Seasons, tours, tastings and what is in the glass',
      'traditional-method-sparkling-explained',
    ),
  ],
  [
    'contact.jpg',
    content('Write to us', 'A question, a correction, a vineyard we missed', 'words-of-the-vineyard'),
  ],
])

/** Serves the preview picture of one of the site's own pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const picture = pictures.get(params.file)
  if (!picture) throw data(null, { status: 404 })
  return sharePicture(picture, context.get(config))
}
