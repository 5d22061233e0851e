import { data } from 'react-router'

import { sharePicture } from '../../../media/share-picture.server.ts'
import { config } from '../../../platform/context.ts'
import type { Route } from './+types/$file.ts'

const drawing = (name: string) => `/pictures/${name}-1600.webp`

/** Title, subtitle and cover by file name. Pages of a vineyard, post or itinerary have pictures of their own. */
const pictures = new Map([
  [
    'home.jpg',
    {
      title: 'Discover UK vineyards',
      line: 'Tours and tastings, booked in a minute',
      cover: drawing('a-vineyard-through-the-year'),
    },
  ],
  [
    'explore.jpg',
    {
      title: 'Find a vineyard',
      line: 'England, Wales, Scotland and Northern Ireland',
      cover: drawing('what-happens-on-a-vineyard-tour'),
    },
  ],
  [
    'itineraries.jpg',
    {
      title: 'Days among vineyards',
      line: 'Put together stop by stop',
      cover: drawing('getting-there-without-a-car'),
    },
  ],
  [
    'blog.jpg',
    {
      title: 'The blog',
      line: 'Seasons, tours, tastings and what is in the glass',
      cover: drawing('traditional-method-sparkling-explained'),
    },
  ],
  [
    'contact.jpg',
    {
      title: 'Write to us',
      line: 'A question, a correction, a vineyard we missed',
      cover: drawing('words-of-the-vineyard'),
    },
  ],
])

/** The preview picture of one of the site's own pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const picture = pictures.get(params.file)
  if (!picture) throw data(null, { status: 404 })
  return sharePicture(picture, context.get(config))
}
