import { href } from 'react-router'

export type NavigationEntry = { label: string; to: string; covers: string[] }

/** The main navigation; `covers` are the beginnings of the paths that belong to an entry. */
export const entries: NavigationEntry[] = [
  { label: 'Home', to: href('/'), covers: [] },
  { label: 'Vineyards', to: href('/explore'), covers: ['/explore', '/vineyard', '/book-now', '/favourites'] },
  {
    label: 'Itineraries',
    to: href('/itineraries'),
    covers: ['/itineraries', '/itinerary', '/my-itineraries'],
  },
  { label: 'Blog', to: href('/blog'), covers: ['/blog'] },
  { label: 'Contact', to: href('/contact'), covers: ['/contact'] },
]

/** The quick links of the footer: what one looks for again, then the small print. */
export const quickLinks = [
  { label: 'Vineyards', to: href('/explore') },
  { label: 'Itineraries', to: href('/itineraries') },
  { label: 'Blog', to: href('/blog') },
  { label: 'My bookings', to: href('/my-bookings') },
  { label: 'Favourites', to: href('/favourites') },
]

export const smallPrint = [
  { label: 'Privacy', to: href('/privacy') },
  { label: 'Terms', to: href('/terms') },
  { label: 'Data and sources', to: href('/sources') },
]

/** `page` on the entry's own page, `true` on a page that belongs to it, nothing elsewhere: the values of aria-current. */
export function currentness(entry: NavigationEntry, pathname: string): 'page' | 'true' | undefined {
  if (pathname === entry.to) return 'page'
  const belongs = entry.covers.some((start) => pathname === start || pathname.startsWith(`${start}/`))
  return belongs ? 'true' : undefined
}
