import { makeProductFeed } from '../../../partners/product-feed/product-feed.server.ts'
import { attempt } from '../../../platform/attempt.server.ts'
import { clock, config, log, reading } from '../../../platform/context.ts'
import type { Route } from './+types/things-to-do.json.ts'

/** Serves the bookable experiences as a product feed, for sites that list things to do. */
export async function loader({ context }: Route.LoaderArgs) {
  const feed = await attempt(context.get(log), 'The product feed could not be read', () =>
    context.get(reading)((sql) => makeProductFeed(sql, context.get(config), context.get(clock)())),
  )
  if (!feed.ok) return Response.json({ error: 'The feed could not be loaded.' }, { status: 503 })
  return Response.json(feed.value, { headers: { 'Cache-Control': 'public, max-age=3600' } })
}
