import { href } from 'react-router'

import { config } from '../../platform/context.ts'
import type { Route } from './+types/robots.txt.ts'

/** Keeps search engines out of the staff areas and the API. Every other page says itself whether it may be indexed. */
export function loader({ context }: Route.LoaderArgs) {
  const closed = [href('/admin'), href('/winemaker'), '/api/']
  const sitemap = new URL(href('/sitemap.xml'), context.get(config).site_url).href
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${sitemap}`, '']
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
