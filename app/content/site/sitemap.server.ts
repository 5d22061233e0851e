import { Readable, type Transform } from 'node:stream'
import { streamToPromise } from 'sitemap'

import type { Queryable } from '../../platform/database/database.server.ts'
import { shown } from '../../catalogue/pictures/vineyard-picture.server.ts'

/** An entry of the sitemap: the last part of its path, when it last changed, and the paths of its photographs. */
export type Mapped = { key: string; changed_at: Date; pictures?: string[] }

/** The largest number of pages in a file. The protocol allows 50,000, but smaller files respond faster. */
export const mostInPart = 10_000

export async function countVineyardParts(sql: Queryable): Promise<number> {
  const [{ size }] = await sql<[{ size: number }]>`
    select count(*)::int as size from vineyards where is_visible and not is_demo`
  return Math.ceil(size / mostInPart)
}

/** Returns the vineyards of one part, counted from 1, without demonstration estates. */
export async function listVineyardPart(sql: Queryable, part: number): Promise<Mapped[]> {
  return sql<Mapped[]>`
    select v.id as key, v.updated_at as changed_at, array(
      select p.address from pictures p
      where p.vineyard_id = v.id and ${shown(sql)} and p.shown_as in ('cover', 'more')
      order by p.rank, p.created_at, p.id
    ) as pictures
    from vineyards v
    where v.is_visible and not v.is_demo
    order by v.id
    limit ${mostInPart} offset ${(part - 1) * mostInPart}`
}

export async function listPublished(
  sql: Queryable,
  now: Date,
): Promise<{ posts: Mapped[]; itineraries: Mapped[] }> {
  const [posts, itineraries] = await Promise.all([
    sql<Mapped[]>`
      select slug as key, greatest(updated_at, published_at) as changed_at from blog_posts
      where published_at <= ${now} order by published_at desc limit ${mostInPart}`,
    sql<Mapped[]>`
      select id as key, greatest(updated_at, published_at) as changed_at from itineraries
      where is_curated and published_at <= ${now} order by published_at desc limit ${mostInPart}`,
  ])
  return { posts, itineraries }
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
