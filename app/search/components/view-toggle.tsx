import { href, Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { type SearchQuery, searchUrl } from '../search-url.ts'

export type View = 'grid' | 'map'

/** How the list is looked at. It stands in the address, so that it can be shared and Back works. */
export function viewOf({ place }: Pick<SearchQuery, 'place'>): View {
  return place.view === 'map' ? 'map' : 'grid'
}

/** The address of the same list looked at in another way. */
export function addressOfView(asked: SearchQuery, view: View): string {
  const { view: _, ...rest } = asked.place
  return href('/explore') + searchUrl(asked, { place: view === 'map' ? { ...rest, view } : rest })
}

export function ViewToggle({ asked }: { asked: SearchQuery }) {
  const now = viewOf(asked)
  const ways = [
    { view: 'grid', label: 'Grid' },
    { view: 'map', label: 'Map' },
  ] as const
  return (
    <nav className="toggle" aria-label="View">
      {ways.map(({ view, label }) => (
        <Link
          key={view}
          to={addressOfView(asked, view)}
          aria-current={view === now ? 'true' : undefined}
          preventScrollReset
        >
          <Icon name={view} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
