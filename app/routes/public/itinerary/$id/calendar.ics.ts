import { config, database } from '../../../../platform/context.ts'
import { itineraryCalendar } from '../../../../explore/itineraries/itinerary-icalendar.server.ts'
import { openItinerary, timeDays } from '../../../../explore/itineraries/open-itinerary.server.ts'
import type { Route } from './+types/calendar.ics.ts'

/** Serves the itinerary as an iCalendar file, with the same access rules as its page. */
export async function loader(args: Route.LoaderArgs) {
  const { context } = args
  const { visit_date, ...itinerary } = await openItinerary(args)
  if (visit_date === null)
    return new Response('This itinerary has no date yet. Choose a day first, then add it to your calendar.', {
      status: 409,
    })
  const days = await timeDays(context, { ...itinerary, visit_date })
  const { site_url } = context.get(config)
  const text = await itineraryCalendar(context.get(database), { ...itinerary, visit_date }, days, site_url)
  return new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="chalk-and-vine-day.ics"',
    },
  })
}
