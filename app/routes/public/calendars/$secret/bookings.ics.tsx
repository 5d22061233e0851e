import { feedPauseMinutes, feedText, openFeed } from '../../../../partners/calendar-feeds/feed.server.ts'
import { clock, config, database } from '../../../../platform/context.ts'
import { etagOf, isKnown } from '../../../../platform/http/content-coding.server.ts'
import type { Route } from './+types/bookings.ics.ts'

/** Serves the calendar feed with this secret, and answers 304 to a calendar program that has the current version. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [sql, now] = [context.get(database), context.get(clock)()]
  const feed = await openFeed(sql, params.secret, now)
  if (!feed) return new Response('There is no such calendar.', { status: 404 })

  const text = await feedText(sql, feed, context.get(config), now)
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Cache-Control': `private, max-age=${feedPauseMinutes * 60}`,
    ETag: etagOf(Buffer.from(text)),
  }
  if (isKnown(request.headers.get('If-None-Match') ?? undefined, headers.ETag))
    return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}
