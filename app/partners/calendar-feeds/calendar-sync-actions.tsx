import type { experienceApi } from '../../catalogue/experiences/experience.api.ts'
import { type ActionResult, readFormText, toActionResult } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { load } from '../../staff-client/load.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { vineyardApi } from '../../catalogue/vineyards/vineyard.api.ts'
import type { feedApi, sourceApi } from './calendar-source.api.ts'

const sourcesFor = (area: StaffArea) => apiFor<typeof sourceApi>(area, '/api/calendar_sources')
const feedsFor = (area: StaffArea) => apiFor<typeof feedApi>(area, '/api/calendar_feeds')
const vineyardsFor = (area: StaffArea) => apiFor<typeof vineyardApi>(area, '/api/vineyards')

/** A vineyard or one of its experiences, with the feed of its bookings if it has one. */
export type FeedSubject = {
  /** The id of the experience, or null for the whole vineyard. */
  experience_id: string | null
  title: string
  feed: { id: string; renewed_at: string; last_read_at: string | null } | null
}

/** Returns, for one vineyard or all vineyards, the calendars that close slots and the bookings that overlap them. */
export async function readSources(area: StaffArea, request: Pick<Request, 'url'>, vineyard_id: string) {
  const query = vineyard_id ? { vineyard_id } : {}
  const [sources, overlaps] = await Promise.all([
    load(request, sourcesFor(area).index.$get({ query })),
    load(request, sourcesFor(area).overlaps.$get({ query })),
  ])
  return { sources: sources.items, overlaps: overlaps.items }
}

/** Returns a vineyard's name, and the feeds of the vineyard and of each of its experiences. */
export async function readFeedSubjects(area: StaffArea, request: Pick<Request, 'url'>, vineyard_id: string) {
  const experiences = apiFor<typeof experienceApi>(area, '/api/experiences')
  const [{ id, name }, { items }, feeds] = await Promise.all([
    load(request, vineyardsFor(area)[':id'].$get({ param: { id: vineyard_id } })),
    load(request, experiences.index.$get({ query: { vineyard_id, limit: '100' } })),
    load(request, feedsFor(area).index.$get({ query: { vineyard_id } })),
  ])
  const subjectOf = (experience_id: string | null, title: string): FeedSubject => {
    const feed = feeds.items.find((each) => each.experience_id === experience_id) ?? null
    return { experience_id, title, feed }
  }
  const subjects = [subjectOf(null, 'All experiences'), ...items.map(({ id, title }) => subjectOf(id, title))]
  return { id, name, subjects }
}

/** Returns the first six vineyards whose name or location matches a search, and the number of all matching vineyards. */
export async function findVineyardsByName(area: StaffArea, request: Pick<Request, 'url'>, search: string) {
  const query = { search, limit: '6', sort: 'name' } as const
  const { items, total } = await load(request, vineyardsFor(area).index.$get({ query }))
  return { search, total, items: items.map(({ id, name }) => ({ id, name })) }
}

/** The result of a form on the calendar sync page. */
export type CalendarSyncResult = ActionResult & {
  /** The new link of a feed. The API returns it only once. */
  address: string | null
  /** Whether the worker is about to check a calendar. */
  is_checking: boolean
  /** Whether the form was in a dialog, which shows refusals itself. */
  is_from_dialog: boolean
}

/** Runs the action in a form's `intent` on the calendar or feed that the form names. */
export async function changeCalendars(request: Request): Promise<CalendarSyncResult> {
  const form = await request.formData()
  const area = staffAreaOf(request.url)
  const text = (name: string) => readFormText(form, name)
  const param = { id: text('id') }
  const subject = { vineyard_id: text('vineyard_id'), experience_id: text('experience_id') || null }
  const is_from_dialog = param.id !== '' && form.get('intent') !== 'sync'
  const end = async (call: Parameters<typeof resultOf>[0], message: string, is_checking = false) => {
    const done = await resultOf(call)
    return {
      ...toActionResult(request, done, message),
      address: null,
      is_checking: is_checking && done.ok,
      is_from_dialog,
    }
  }
  switch (form.get('intent')) {
    case 'add': {
      const json = { ...subject, url: text('url') }
      return end(sourcesFor(area).index.$post({ json }), 'Calendar added. We are checking it now.', true)
    }
    case 'sync':
      return end(sourcesFor(area)[':id'].sync.$post({ param }), 'We are checking the calendar now.', true)
    case 'remove':
      return end(
        sourcesFor(area)[':id'].$delete({ param }),
        'Calendar removed. The times it closed are open again.',
      )
    case 'end':
      return end(feedsFor(area)[':id'].$delete({ param }), 'Sharing stopped. The link no longer works.')
    default: {
      const renewed = await resultOf(feedsFor(area).index.$post({ json: subject }))
      const address = renewed.ok ? renewed.value.url : null
      return {
        ...toActionResult(request, renewed, 'The link is ready.'),
        address,
        is_checking: false,
        is_from_dialog,
      }
    }
  }
}

/** The milliseconds until a check may have ended: it starts within two seconds, and waits at most five for the answer. */
export const checkPauses = [3000, 6000, 10_000]
