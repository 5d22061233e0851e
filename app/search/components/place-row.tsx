import { href, Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { type SearchQuery, searchUrl } from '../search-url.ts'
import { around } from '../near.ts'
import { NearMe } from './near-me.tsx'

/** Below the search: the place that the list is around, with its way out, and the way to have it around oneself. */
export function PlaceRow({ asked }: { asked: SearchQuery }) {
  const { near } = asked
  return (
    <div className="place-row">
      {near && (
        <Link
          className="chip"
          to={href('/explore') + searchUrl(around(asked, null))}
          preventScrollReset
          aria-label={`Remove place: near ${near.label}`}
        >
          <Icon name="pin" />
          Near {near.label}
          <span className="x">
            <Icon name="cross" />
          </span>
        </Link>
      )}
      <NearMe asked={asked} />
    </div>
  )
}
