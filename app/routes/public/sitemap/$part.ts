import { data, href } from 'react-router'
import { SitemapStream, streamToPromise } from 'sitemap'

import { attempt } from '../../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database.server.ts'
import { countVineyardParts, listPublished, listVineyardPart } from '../../../site/sitemap.server.ts'
import type { Route } from './+types/$part.ts'

type Entry = { url: string; lastmod?: string }

/** One file of the sitemap: part of the vineyards, or all other pages that may be indexed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const part = /^vineyards-([1-9]\d{0,3})\.xml$/.exec(params.part)?.[1]
  if (part === undefined && params.part !== 'pages.xml') throw data(null, { status: 404 })
  const sql = context.get(database)
  const entries = await attempt(context.get(log), 'A part of the sitemap could not be read', () =>
    part === undefined ? otherPages(sql, context.get(clock)()) : vineyardPages(sql, Number(part)),
  )
  if (!entries.ok) return new Response('The list could not be loaded.', { status: 503 })
  if (entries.value.length === 0) throw data(null, { status: 404 })
  const list = new SitemapStream({ hostname: context.get(config).site_url })
  for (const entry of entries.value) list.write(entry)
  list.end()
  return new Response(Uint8Array.from(await streamToPromise(list)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

async function vineyardPages(sql: Queryable, part: number): Promise<Entry[]> {
  if (part > (await countVineyardParts(sql))) return []
  const vineyards = await listVineyardPart(sql, part)
  return vineyards.map(({ key, changed_at }) => ({
    url: href('/vineyard/:id', { id: key }),
    lastmod: changed_at.toISOString(),
  }))
}

async function otherPages(sql: Queryable, now: Date): Promise<Entry[]> {
  const { posts, itineraries } = await listPublished(sql, now)
  const fixed = [
    href('/'),
    href('/explore'),
    href('/itineraries'),
    href('/blog'),
    href('/contact'),
    href('/privacy'),
    href('/terms'),
    href('/sources'),
  ]
  return [
    ...fixed.map((url) => ({ url })),
    ...itineraries.map(({ key, changed_at }) => ({
      url: href('/itinerary/:id', { id: key }),
      lastmod: changed_at.toISOString(),
    })),
    ...posts.map(({ key, changed_at }) => ({
      url: href('/blog/:slug', { slug: key }),
      lastmod: changed_at.toISOString(),
    })),
  ]
}
