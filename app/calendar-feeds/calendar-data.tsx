import { resultOf } from '../staff-client/call.ts'
import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import { answered } from '../staff-client/guard.tsx'
import type { Good } from '../platform/api/client.ts'
import type { experienceApi } from '../experiences/experience.api.ts'
import type { vineyardApi } from '../vineyards/vineyard.api.ts'
import { feedsAt, sourcesAt } from './calendar-calls.ts'

const vineyardsAt = (area: StaffArea) => apiFor<typeof vineyardApi>(area, '/api/vineyards')

type Listed<Get extends (...asked: any) => any> =
  Good<Awaited<ReturnType<Get>>> extends { items: (infer Item)[] } ? Item : never

/** A calendar, and a booking that stands where one says busy, as the API tells of them. */
export type ShownSource = Listed<ReturnType<typeof sourcesAt>['index']['$get']>
export type ShownOverlap = Listed<ReturnType<typeof sourcesAt>['overlaps']['$get']>

/** A vineyard or one of its experiences, and the feed of its bookings where there is one. */
export type FeedPlace = {
  /** null: the whole vineyard. */
  experience_id: string | null
  title: string
  feed: { id: string; renewed_at: string; last_read_at: string | null } | null
}

/** What the calendars of a vineyard, or of all within reach, do now. */
export async function readSources(area: StaffArea, request: Pick<Request, 'url'>, vineyard_id: string) {
  const query = vineyard_id ? { vineyard_id } : {}
  const [sources, overlaps] = await Promise.all([
    answered(request, resultOf(sourcesAt(area).index.$get({ query }))),
    answered(request, resultOf(sourcesAt(area).overlaps.$get({ query }))),
  ])
  return { sources: sources.items, overlaps: overlaps.items }
}

/** A vineyard by name, and the places in it whose bookings other calendars can read. */
export async function readPlaces(area: StaffArea, request: Pick<Request, 'url'>, vineyard_id: string) {
  const experiences = apiFor<typeof experienceApi>(area, '/api/experiences')
  const [{ id, name }, { items }, feeds] = await Promise.all([
    answered(request, resultOf(vineyardsAt(area)[':id'].$get({ param: { id: vineyard_id } }))),
    answered(request, resultOf(experiences.index.$get({ query: { vineyard_id, limit: '100' } }))),
    answered(request, resultOf(feedsAt(area).index.$get({ query: { vineyard_id } }))),
  ])
  const place = (experience_id: string | null, title: string): FeedPlace => {
    const feed = feeds.items.find((one) => one.experience_id === experience_id) ?? null
    return { experience_id, title, feed }
  }
  const places = [place(null, 'All experiences'), ...items.map(({ id, title }) => place(id, title))]
  return { id, name, places }
}

/** The first vineyards of that name, for whoever looks after more than one. */
export async function findVineyardsByName(area: StaffArea, request: Pick<Request, 'url'>, search: string) {
  const query = { search, limit: '6', sort: 'name' } as const
  const { items, total } = await answered(request, resultOf(vineyardsAt(area).index.$get({ query })))
  return { search, total, items: items.map(({ id, name }) => ({ id, name })) }
}
