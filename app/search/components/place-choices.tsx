import { href, Link } from 'react-router'
import { type SearchQuery, searchUrl } from '../search-url.ts'
import { around, fieldsNear } from '../near.ts'
import type { PlaceChoices } from '../near.server.ts'

/** The words are also a town or a postcode: the ways to the vineyards around it, in place of those that hold the words. */
export function PlacesMeant({ asked, meant: { places, hint } }: { asked: SearchQuery; meant: PlaceChoices }) {
  const others = places.filter(({ label }) => label !== asked.near?.label)
  if (others.length === 0 && hint === null) return null
  const aroundIt = { ...asked, search: '' }
  return (
    <div className="places-meant">
      {others.map((place) => (
        <Link
          key={place.label}
          className="btn btn-line"
          to={href('/explore') + searchUrl(around(aroundIt, fieldsNear(place)))}
        >
          Vineyards near {place.label}
        </Link>
      ))}
      {hint && <p>{hint}</p>}
    </div>
  )
}
