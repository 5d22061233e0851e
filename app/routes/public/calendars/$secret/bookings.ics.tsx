import { createHash } from 'node:crypto'

import { clock, config, database } from '../../../../platform/context.ts'
import { feedPauseMinutes } from '../../../../calendar-feeds/feed.ts'
import { openFeed } from '../../../../calendar-feeds/feed.server.ts'
import { feedText } from '../../../../calendar-feeds/feed-text.server.ts'
import type { Route } from './+types/bookings.ics.ts'

/** A feed by its secret. A reader that has it already is told so in few bytes. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [sql, now] = [context.get(database), context.get(clock)()]
  const feed = await openFeed(sql, params.secret, now)
  if (!feed) return new Response('There is no such calendar.', { status: 404 })

  const text = await feedText(sql, feed, context.get(config), now)
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Cache-Control': `private, max-age=${feedPauseMinutes * 60}`,
    'Referrer-Policy': 'no-referrer',
    ETag: `"${createHash('sha256').update(text).digest('base64url')}"`,
  }
  if (request.headers.get('If-None-Match') === headers.ETag)
    return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}
