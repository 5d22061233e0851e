import { data } from 'react-router'
import { SitemapStream } from 'sitemap'

import { readOr } from '../../../platform/attempt.server.ts'
import { clock, config } from '../../../platform/context.ts'
import { listOtherPages, listVineyardPages, sitemapResponse } from '../../../content/site/sitemap.server.ts'
import type { Route } from './+types/$part.ts'

/** Serves one file of the sitemap: part of the vineyards, or all other pages that may be indexed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const part = /^vineyards-([1-9]\d{0,3})\.xml$/.exec(params.part)?.[1]
  if (part === undefined && params.part !== 'pages.xml') throw data(null, { status: 404 })
  const entries = await readOr(context, 'A part of the sitemap could not be read', null, (sql) =>
    part === undefined
      ? listOtherPages(sql, context.get(clock)())
      : listVineyardPages(sql, Number(part), context.get(config)),
  )
  if (entries === null) return new Response('The list could not be loaded.', { status: 503 })
  if (entries.length === 0) throw data(null, { status: 404 })
  return sitemapResponse(entries, new SitemapStream({ hostname: context.get(config).site_url }))
}
