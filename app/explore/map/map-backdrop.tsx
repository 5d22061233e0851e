import type { Config } from '../../platform/config.server.ts'
import { href, Link } from 'react-router'

/** A configured basemap with its attribution. Where it is null, the built-in basemap is used. */
export type Backdrop = Omit<NonNullable<Config['map']>, 'origins'>

export function backdropOf({ map }: Pick<Config, 'map'>): Backdrop | null {
  if (map === null) return null
  const { origins: _, ...backdrop } = map
  return backdrop
}

/** The attribution of the basemap. */
export function MapCredit({ backdrop }: { backdrop: Backdrop | null }) {
  if (backdrop === null)
    return (
      <>
        <a href="https://www.openstreetmap.org/copyright" rel="noopener" target="_blank">
          © OpenStreetMap contributors
        </a>
        , <Link to={href('/sources')}>GeoNames, GSHHG and others</Link>
      </>
    )
  if (backdrop.attribution_url === null) return backdrop.attribution
  return (
    <a href={backdrop.attribution_url} rel="noopener" target="_blank">
      {backdrop.attribution}
    </a>
  )
}
