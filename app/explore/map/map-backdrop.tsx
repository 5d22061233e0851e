import type { Config } from '../../platform/config.server.ts'
import { Fragment } from 'react'
import { href, Link } from 'react-router'

/** A configured basemap with its attribution. Null stands for the built-in basemap. */
export type Backdrop = Pick<NonNullable<Config['map']>, 'kind' | 'url' | 'attribution' | 'attribution_url'>

export function backdropOf({ map }: Pick<Config, 'map'>): Backdrop | null {
  if (map === null) return null
  const { origins: _, asset_origins: __, ...backdrop } = map
  return backdrop
}

type Credit = { text: string; url: string | null }

/**
 * The attribution of the basemap. It names each source once, including the sources of the built-in map if a tile archive or
 * a drawing (`withDrawing`) is shown with parts of that map.
 */
export function MapCredit({
  backdrop,
  withDrawing = false,
}: {
  backdrop: Backdrop | null
  withDrawing?: boolean
}) {
  const theirs = backdrop ? [{ text: backdrop.attribution, url: backdrop.attribution_url }] : []
  const builtIn: Credit[] = [
    { text: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' },
    { text: 'GeoNames, GSHHG, uk-railway-stations and others', url: href('/sources') },
  ]
  const ours = !backdrop || backdrop.kind === 'archive' || withDrawing ? builtIn : []
  const isNamed = (credit: Credit) =>
    ours.some(({ text, url }) => text === credit.text || (url !== null && url === credit.url))
  return [...ours, ...theirs.filter((credit) => !isNamed(credit))].map(({ text, url }, n) => (
    <Fragment key={text}>
      {n > 0 && ', '}
      {url === null ? (
        text
      ) : url.startsWith('/') ? (
        <Link to={url}>{text}</Link>
      ) : (
        <a href={url} rel="noopener" target="_blank">
          {text}
        </a>
      )}
    </Fragment>
  ))
}
