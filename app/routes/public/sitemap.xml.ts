import { href } from 'react-router'
import { SitemapIndexStream } from 'sitemap'

import { attempt } from '../../platform/attempt.server.ts'
import { config, database, log } from '../../platform/context.ts'
import { countVineyardParts, sitemapResponse } from '../../content/site/sitemap.server.ts'
import type { Route } from './+types/sitemap.xml.ts'

/** Serves the sitemap's index, which names its files. */
export async function loader({ context }: Route.LoaderArgs) {
  const parts = await attempt(context.get(log), 'The vineyards could not be counted', () =>
    countVineyardParts(context.get(database)),
  )
  if (!parts.ok) return new Response('The list could not be loaded.', { status: 503 })
  const names = ['pages', ...Array.from({ length: parts.value }, (_, n) => `vineyards-${n + 1}`)]
  const { site_url } = context.get(config)
  const entries = names.map((name) => ({
    url: new URL(href('/sitemap/:part', { part: `${name}.xml` }), site_url).href,
  }))
  return sitemapResponse(entries, new SitemapIndexStream())
}
