import { Readable, type Transform } from 'node:stream'
import { href } from 'react-router'
import { streamToPromise } from 'sitemap'

import type { Queryable } from '../../platform/database/database.server.ts'
import { listLocationPages } from '../../catalogue/locations/county.server.ts'
import { pathOfLocation } from '../../explore/location-page/location-page.server.ts'
import { guidePaths } from '../guide/guide.server.ts'
import { isPictureShown } from '../../catalogue/pictures/vineyard-picture.server.ts'

/** A page in the sitemap: the last part of its path, and when the page last changed */
type Mapped = { key: string; changed_at: Date }

/** The largest number of pages in a file. The protocol allows 50,000, but smaller files respond faster. */
const mostInPart = 10_000

export async function countVineyardParts(sql: Queryable): Promise<number> {
  const [{ size }] = await sql<[{ size: number }]>`
    select count(*)::int as size from vineyards where is_visible and not is_demo`
  return Math.ceil(size / mostInPart)
}

/** Returns the vineyards' pages in one part of the sitemap, without demonstration estates. Parts count from 1. */
export async function listVineyardPages(sql: Queryable, part: number, { site_url }: { site_url: string }) {
  const vineyards = await sql<(Mapped & { pictures: string[] })[]>`
    select v.id as key, v.updated_at as changed_at, array(
      select p.address from pictures p
      where p.vineyard_id = v.id and ${isPictureShown(sql)} and p.shown_as in ('cover', 'more')
      order by p.rank, p.created_at, p.id
    ) as pictures
    from vineyards v
    where v.is_visible and not v.is_demo
    order by v.id
    limit ${mostInPart} offset ${(part - 1) * mostInPart}`
  return vineyards.map((vineyard) => ({
    ...datedPage(vineyard, (id) => href('/vineyard/:id', { id })),
    img: vineyard.pictures.map((path) => new URL(path, site_url).href),
  }))
}

/** Returns all pages that search engines may list, except those of vineyards. */
export async function listOtherPages(sql: Queryable, now: Date) {
  const [posts, itineraries, locations] = await Promise.all([
    sql<Mapped[]>`
      select slug as key, greatest(updated_at, published_at) as changed_at from blog_posts
      where published_at <= ${now} order by published_at desc limit ${mostInPart}`,
    sql<Mapped[]>`
      select id as key, greatest(updated_at, published_at) as changed_at from itineraries
      where is_curated and published_at <= ${now} order by published_at desc limit ${mostInPart}`,
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

/** Responds with the entries as XML written by `format`: one part of the sitemap, or the index of all parts. */
export async function sitemapResponse(
  entries: { url: string; lastmod?: string; img?: string[] }[],
  format: Transform,
): Promise<Response> {
  const xml = await streamToPromise(Readable.from(entries).pipe(format))
  return new Response(Uint8Array.from(xml), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
