import { data, href, redirect } from 'react-router'

import { visitorRules } from '../../../bookings/new-bookings/create-booking.server.ts'
import { measureRoads } from '../../../catalogue/stations/roads.server.ts'
import { attempt } from '../../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../../platform/context.ts'
import { dayOf } from '../../../platform/days.ts'
import { retryAfter } from '../../../platform/http/problem.ts'
import { copyItinerary, copySentences, readCopyRequest, writeCopyResult } from '../copy.server.ts'
import { stopsOfBookedDay } from './bookable-day.server.ts'
import { newPlan, ownPlan, type PlanOfPost, submitPlan } from './book-visits.server.ts'
import { editSentences } from '../edit-form.ts'
import {
  itineraryKeyOf,
  type ItineraryRequest,
  openAsMaker,
  openItinerary,
  pathAfterBooking,
  refuse,
} from '../open-itinerary.server.ts'
import { swapVisit } from './swap.server.ts'

/** Books or stores the plan in the form, and opens its page. `own` is the maker's itinerary, if its stops are booked. */
export async function sendPlan(
  { context, request }: Pick<ItineraryRequest, 'context' | 'request'>,
  form: FormData,
  planOf?: PlanOfPost,
  own?: { id: string; key: string } | false,
) {
  const [sql, now, rules] = [context.get(database), context.get(clock)(), visitorRules(context.get(config))]
  const sent = await submitPlan(sql, context.get(log), form, now, rules, planOf)
  if (!sent.ok) {
    const { status, wait_seconds, message, fields } = sent.problem
    return refuse(form, status, message, fields, retryAfter(wait_seconds))
  }
  return redirect(pathAfterBooking(request, form, { ...sent.value, ...own }))
}

/** Books the visits in the form. For a curated itinerary, creates a new itinerary; for the maker's own, books its stops. */
export async function bookDay(args: ItineraryRequest, form: FormData) {
  const { context, request } = args
  const [itinerary, edit, now] = [
    await openItinerary(args),
    itineraryKeyOf(request, 'key'),
    context.get(clock)(),
  ]
  const { id, title, summary, begins_at, travel, stops, visit_date } = itinerary
  const isOwn = itinerary.by === 'maker' && edit !== null
  const planOf: PlanOfPost = (post, key_hash) => {
    if (isOwn && visit_date !== null)
      return ownPlan(
        { ...itinerary, visit_date, version: Number(form.get('version')) },
        edit.key_hash,
        post.visits,
      )
    const details = { ...post, title, summary, begins_at, travel, key_hash }
    return newPlan(details, post.visits, now, (visits) => stopsOfBookedDay(stops, visits))
  }
  return sendPlan(args, form, planOf, isOwn && { id, key: edit.key })
}

const changed =
  'This was changed in another window in the meantime. The latest version is shown below; please choose again.'

/** Swaps a stop of the maker's itinerary, or takes a swap back, unless the itinerary has changed since the form was shown. */
export async function swapStop(args: ItineraryRequest, form: FormData) {
  const { context } = args
  const { itinerary, key_hash } = await openAsMaker(args)
  if (Number(form.get('version')) !== itinerary.version) return refuse(form, 409, changed)
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const measure = measureRoads(logger, context.get(config).routing_url)
  const done = await attempt(logger, 'A visit could not be swapped', () =>
    swapVisit(sql, measure, itinerary, key_hash, form, now),
  )
  if (!done.ok) return refuse(form, 503, 'We couldn’t save that just now. Please try again.')
  if (done.value.ok) return data({ refusal: null, swapped: done.value.value })
  const { problem } = done.value
  if (problem === 'changed') return refuse(form, 409, changed)
  if (problem === 'lost')
    return refuse(form, 409, 'That visit no longer has places or no longer fits. Please choose again.')
  return refuse(form, 422, editSentences[problem])
}

/** Copies the itinerary for the day and party in the form. */
export async function copyDay(args: ItineraryRequest, form: FormData) {
  const { context } = args
  const now = context.get(clock)()
  const itinerary = await openItinerary(args)
  const copyRequest = readCopyRequest(form, dayOf(now))
  if (!copyRequest.ok) return refuse(form, 422, copySentences[copyRequest.problem])
  const { id, key } = copyRequest.value
  const copied = await attempt(context.get(log), 'An itinerary could not be copied', () =>
    copyItinerary(context.get(database), itinerary, copyRequest.value, now),
  )
  if (!copied.ok) return refuse(form, 503, copySentences.failed)
  return redirect(`${href('/itinerary/:id', { id })}?key=${key}&copied=${writeCopyResult(copied.value)}`)
}
