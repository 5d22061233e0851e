import { href } from 'react-router'
import { SitemapIndexStream, streamToPromise } from 'sitemap'

import { attempt } from '../../platform/attempt.server.ts'
import { config, database, log } from '../../platform/context.ts'
import { countVineyardParts } from '../../site/sitemap.server.ts'
import type { Route } from './+types/sitemap.xml.ts'

/** The sitemap's index, which names its files. */
export async function loader({ context }: Route.LoaderArgs) {
  const parts = await attempt(context.get(log), 'The vineyards could not be counted', () =>
    countVineyardParts(context.get(database)),
  )
  if (!parts.ok) return new Response('The list could not be loaded.', { status: 503 })
  const names = ['pages', ...Array.from({ length: parts.value }, (_, n) => `vineyards-${n + 1}`)]
  const index = new SitemapIndexStream()
  for (const part of names)
    index.write({
      url: new URL(href('/sitemap/:part', { part: `${part}.xml` }), context.get(config).site_url).href,
    })
  index.end()
  return new Response(Uint8Array.from(await streamToPromise(index)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
