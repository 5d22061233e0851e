import { href, Link } from 'react-router'
import type { Backdrop } from './map-backdrop.ts'

/** Whose map it is; without a backdrop that is configured it is the site's own drawing. */
export function MapCredit({ backdrop }: { backdrop: Backdrop | null }) {
  if (backdrop === null)
    return (
      <>
        <a href="https://www.openstreetmap.org/copyright" rel="noopener" target="_blank">
          © OpenStreetMap contributors
        </a>
        , <Link to={href('/sources')}>GeoNames, Natural Earth</Link>
      </>
    )
  if (backdrop.attribution_url === null) return backdrop.attribution
  return (
    <a href={backdrop.attribution_url} rel="noopener" target="_blank">
      {backdrop.attribution}
    </a>
  )
}
