import { data } from 'react-router'

import { sharePicture } from '../../../content/site/share-picture.server.ts'
import { config } from '../../../platform/context.ts'
import type { Route } from './+types/$file.ts'

/** Title, subtitle and cover by file name. Pages of a vineyard, post or itinerary have pictures of their own. */
const pictures = {
  'home.jpg': {
    title: 'Discover UK vineyards',
    line: 'Tours and tastings, booked in a minute',
    cover: '/pictures/a-vineyard-through-the-year-1600.webp',
  },
  'explore.jpg': {
    title: 'Find a vineyard',
    line: 'England, Wales, Scotland and Northern Ireland',
    cover: '/pictures/what-happens-on-a-vineyard-tour-1600.webp',
  },
  'itineraries.jpg': {
    title: 'Days among vineyards',
    line: 'Put together stop by stop',
    cover: '/pictures/getting-there-without-a-car-1600.webp',
  },
  'blog.jpg': {
    title: 'The blog',
    line: 'Seasons, tours, tastings and what is in the glass',
    cover: '/pictures/traditional-method-sparkling-explained-1600.webp',
  },
  'contact.jpg': {
    title: 'Write to us',
    line: 'A question, a correction, a vineyard we missed',
    cover: '/pictures/words-of-the-vineyard-1600.webp',
  },
}

/** Serves the preview picture of one of the site's own pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const picture = new Map(Object.entries(pictures)).get(params.file)
  if (!picture) throw data(null, { status: 404 })
  return sharePicture(picture, context.get(config))
}
