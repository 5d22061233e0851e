import { href } from 'react-router'
import { SitemapIndexStream } from 'sitemap'

import { readOr } from '../../platform/attempt.server.ts'
import { config } from '../../platform/context.ts'
import { countVineyardParts, sitemapResponse } from '../../content/site/sitemap.server.ts'
import type { Route } from './+types/sitemap.xml.ts'

/** Serves the sitemap's index, which names its files. */
export async function loader({ context }: Route.LoaderArgs) {
  const parts = await readOr(context, 'The vineyards could not be counted', null, countVineyardParts)
  if (parts === null) return new Response('The list could not be loaded.', { status: 503 })
  const names = ['pages', ...Array.from({ length: parts }, (_, n) => `vineyards-${n + 1}`)]
  const { site_url } = context.get(config)
  const entries = names.map((name) => ({
    url: new URL(href('/sitemap/:part', { part: `${name}.xml` }), site_url).href,
  }))
  return sitemapResponse(entries, new SitemapIndexStream())
}
