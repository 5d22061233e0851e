import { data, href } from 'react-router'
import { SitemapStream } from 'sitemap'

import { attempt } from '../../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/database.server.ts'
import {
  listPublished,
  listVineyardPart,
  type Mapped,
  mostInPart,
  sitemapResponse,
} from '../../../content/site/sitemap.server.ts'
import { guidePaths } from '../../../content/guide/guide.server.ts'
import { listLocationPages } from '../../../catalogue/locations/county.server.ts'
import { pathOfLocation } from '../../../explore/location-page/location-page.server.ts'
import type { Route } from './+types/$part.ts'

/** Serves one file of the sitemap: part of the vineyards, or all other pages that may be indexed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const part = /^vineyards-([1-9]\d{0,3})\.xml$/.exec(params.part)?.[1]
  if (part === undefined && params.part !== 'pages.xml') throw data(null, { status: 404 })
  const sql = context.get(database)
  const entries = await attempt(context.get(log), 'A part of the sitemap could not be read', () =>
    part === undefined
      ? otherPages(sql, context.get(clock)())
      : vineyardPages(sql, Number(part), context.get(config)),
  )
  if (!entries.ok) return new Response('The list could not be loaded.', { status: 503 })
  if (entries.value.length === 0) throw data(null, { status: 404 })
  return sitemapResponse(entries.value, new SitemapStream({ hostname: context.get(config).site_url }))
}

async function vineyardPages(sql: Queryable, part: number, { site_url }: { site_url: string }) {
  const vineyards = await listVineyardPart(sql, part)
  return vineyards.map((vineyard) => ({
    ...datedPage(vineyard, (id) => href('/vineyard/:id', { id })),
    img: (vineyard.pictures ?? []).map((path) => new URL(path, site_url).href),
  }))
}

async function otherPages(sql: Queryable, now: Date) {
  const [{ posts, itineraries }, locations] = await Promise.all([
    listPublished(sql, now),
    listLocationPages(sql),
  ])
  const fixed = [
    href('/'),
    href('/explore'),
    href('/itineraries'),
    href('/blog'),
    href('/contact'),
    href('/privacy'),
    href('/terms'),
    href('/sources'),
    href('/for-vineyards'),
    href('/developers'),
    href('/guide'),
    ...guidePaths.map((path) => `${href('/guide')}/${path}`),
  ]
  return [
    ...fixed.map((url) => ({ url })),
    ...locations.slice(0, mostInPart).map((location) => ({ url: pathOfLocation(location) })),
    ...itineraries.map((one) => datedPage(one, (id) => href('/itinerary/:id', { id }))),
    ...posts.map((one) => datedPage(one, (slug) => href('/blog/:slug', { slug }))),
  ]
}

function datedPage({ key, changed_at }: Mapped, urlOf: (key: string) => string) {
  return { url: urlOf(key), lastmod: changed_at.toISOString() }
}
