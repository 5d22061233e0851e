import { href, Link, useLocation } from 'react-router'

import { SiteBrand } from '../../ui/page/site-brand.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { IconName } from '../../ui/pictures/icons.ts'
import { Menu } from '../../ui/menu.tsx'

export type NavigationEntry = { label: string; to: string; covers: string[] }

/** The main navigation; `covers` holds the path prefixes of an entry. */
export const entries: NavigationEntry[] = [
  { label: 'Home', to: href('/'), covers: [] },
  { label: 'Vineyards', to: href('/explore'), covers: ['/explore', '/vineyard', '/vineyards', '/book-now'] },
  {
    label: 'Itineraries',
    to: href('/itineraries'),
    covers: ['/itineraries', '/itinerary', '/my-itineraries'],
  },
  { label: 'Blog', to: href('/blog'), covers: ['/blog'] },
  { label: 'Contact', to: href('/contact'), covers: ['/contact'] },
]

/** The visitor's own pages. */
const ownEntries: (NavigationEntry & { icon: IconName })[] = [
  {
    label: 'My bookings',
    to: href('/my-bookings'),
    covers: ['/my-bookings', '/booking', '/booking-confirmation'],
    icon: 'calendar',
  },
  { label: 'Favourites', to: href('/favourites'), covers: ['/favourites'], icon: 'heart' },
]

/** Returns the aria-current value: `page` on the entry's own page, `true` on pages below it. */
export function currentness(entry: NavigationEntry, pathname: string): 'page' | 'true' | undefined {
  if (pathname === entry.to) return 'page'
  const belongs = entry.covers.some((start) => pathname === start || pathname.startsWith(`${start}/`))
  return belongs ? 'true' : undefined
}

export function Header() {
  return (
    <header className="top">
      <div className="wrap">
        <SiteBrand />
        <nav aria-label="Main">
          <ul className="links">
            <Entries entries={entries} />
          </ul>
          <ul className="links own-links">
            <Entries entries={ownEntries} />
          </ul>
          <Menu
            className="menu"
            summary={
              <>
                <Icon name="menu" />
                Menu
              </>
            }
          >
            <Entries entries={[...entries, ...ownEntries]} />
          </Menu>
        </nav>
      </div>
    </header>
  )
}

function Entries({ entries }: { entries: (NavigationEntry & { icon?: IconName })[] }) {
  const { pathname } = useLocation()
  return entries.map((entry) => (
    <li key={entry.label}>
      <Link to={entry.to} aria-current={currentness(entry, pathname)}>
        {entry.icon && <Icon name={entry.icon} />}
        {entry.label}
      </Link>
    </li>
  ))
}
