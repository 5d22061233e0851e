/** A demonstration estate, which every journey's site has. */
export const estate = '/vineyard/de510001-0000-4000-8000-000000000000'

/** Every page that anybody may open, with what it shows when something is missing. */
export const publicPages = [
  '/',
  '/explore',
  '/explore?search=kent&minPrice=20&maxPrice=60&date=2027-06-05',
  '/explore?search=zzz',
  '/explore?view=map',
  estate,
  `${estate}/claim`,
  '/vineyard/nonsense',
  '/book-now',
  '/book-now/de510001-0000-4000-8000-000000000000?experience=de510001-0000-4000-8000-000000000002',
  '/booking/nonsense',
  '/my-bookings',
  '/favourites',
  '/itineraries',
  '/my-itineraries',
  '/itinerary/create',
  '/itinerary/nonsense',
  '/blog',
  '/blog/nonsense',
  '/contact',
  '/privacy',
  '/terms',
  '/sources',
  '/nowhere',
]
