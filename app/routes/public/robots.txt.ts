import { href } from 'react-router'

import { config } from '../../platform/context.ts'
import type { Route } from './+types/robots.txt.ts'

/** The desks and the API are nobody's search result; every page says for itself whether it is one. */
export function loader({ context }: Route.LoaderArgs) {
  const closed = [href('/admin'), href('/winemaker'), '/api/']
  const sitemap = new URL(href('/sitemap.xml'), context.get(config).site_url).href
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${sitemap}`, '']
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
