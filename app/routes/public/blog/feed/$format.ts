import { data } from 'react-router'

import { attempt } from '../../../../platform/attempt.server.ts'
import { clock, config, log, reading } from '../../../../platform/context.ts'
import { listForFeed } from '../../../../content/blog/blog.server.ts'
import { writeFeed } from '../../../../content/blog/feed.server.ts'
import type { Route } from './+types/$format.ts'

/** Serves the newest posts as feeds: /blog/feed/rss and /blog/feed/atom. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { format } = params
  if (format !== 'rss' && format !== 'atom') throw data(null, { status: 404 })
  const posts = await attempt(context.get(log), 'The feed of the blog could not be read', () =>
    context.get(reading)((sql) => listForFeed(sql, context.get(clock)())),
  )
  if (!posts.ok) return new Response('The blog could not be loaded.', { status: 503 })
  return new Response(writeFeed(posts.value, context.get(config).site_url, format), {
    headers: { 'Content-Type': `application/${format}+xml; charset=utf-8`, 'Cache-Control': 'no-cache' },
  })
}
