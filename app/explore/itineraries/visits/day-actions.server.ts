import { data, href, redirect, type RouterContextProvider } from 'react-router'

import type { GuestField } from '../../../bookings/new-bookings/booking-request.ts'
import { visitorRules } from '../../../bookings/new-bookings/create-booking.server.ts'
import { attempt } from '../../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../../platform/context.ts'
import { dayOf } from '../../../platform/days.ts'
import { retryAfter } from '../../../platform/http/problem.ts'
import { copyItinerary, copySentences, readCopyRequest, writeCopyResult } from '../copy.server.ts'
import { stopsOfBookedDay } from './bookable-day.server.ts'
import { newPlan, ownPlan, type PlanOfPost, submitPlan } from './book-visits.server.ts'
import { editSentences } from '../edit-form.ts'
import { editKeyOf, openAsMaker, openItinerary } from '../open-itinerary.server.ts'
import { createRouting } from '../routing.server.ts'
import { type SwapDone, swapVisit } from './swap.server.ts'

type ActionArgs = { context: Readonly<RouterContextProvider>; params: { id: string }; request: Request }

/** The result of an action on an itinerary's page: why it was refused, with the typed values, or the swap that was made. */
export type DayActionData = {
  problem: string | null
  typed: Record<string, string>
  fields: Partial<Record<string, string>>
  swapped: SwapDone | null
}

const nothing: DayActionData = { problem: null, typed: {}, fields: {}, swapped: null }

const typedFields: GuestField[] = ['guest_name', 'guest_email', 'guest_phone', 'special_requests']

/** Books the visits in the form. For a curated itinerary, creates a new itinerary; for the maker's own, books its stops. */
export async function bookDay(args: ActionArgs, form: FormData) {
  const { context, request } = args
  const [itinerary, edit, now] = [await openItinerary(args), editKeyOf(request), context.get(clock)()]
  const { title, summary, begins_at, travel, stops, visit_date } = itinerary
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
  const booked = await submitPlan(
    context.get(database),
    context.get(log),
    form,
    now,
    visitorRules(context.get(config)),
    planOf,
  )
  if (booked.ok) {
    const { id, key, are_held } = isOwn ? { ...booked.value, ...itinerary, ...edit } : booked.value
    return redirect(`${href('/itinerary/:id', { id })}?key=${key}${are_held ? '&held=yes' : ''}`)
  }
  const { status, wait_seconds, message, fields } = booked.problem
  const typed = Object.fromEntries(typedFields.map((name) => [name, String(form.get(name) ?? '')]))
  return data({ ...nothing, problem: message, typed, fields }, { status, headers: retryAfter(wait_seconds) })
}

const changed =
  'This was changed in another window in the meantime. The latest version is shown below; please choose again.'

/** Swaps a stop of the maker's itinerary, or takes a swap back, unless the itinerary has changed since the form was shown. */
export async function swapStop(args: ActionArgs, form: FormData) {
  const { context } = args
  const { itinerary, key_hash } = await openAsMaker(args)
  const refuse = (problem: string, status: number) => data({ ...nothing, problem }, { status })
  if (Number(form.get('version')) !== itinerary.version) return refuse(changed, 409)
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const routing = createRouting(logger, context.get(config).routing_url)
  const done = await attempt(logger, 'A visit could not be swapped', () =>
    swapVisit(sql, routing, itinerary, key_hash, form, now),
  )
  if (!done.ok) return refuse('We couldn’t save that just now. Please try again.', 503)
  if (done.value.ok) return data({ ...nothing, swapped: done.value.value })
  const { problem } = done.value
  if (problem === 'changed') return refuse(changed, 409)
  if (problem === 'lost')
    return refuse('That visit no longer has places or no longer fits. Please choose again.', 409)
  return refuse(editSentences[problem], 422)
}

/** Copies the itinerary for the day and party in the form. */
export async function copyDay(args: ActionArgs, form: FormData) {
  const { context } = args
  const now = context.get(clock)()
  const itinerary = await openItinerary(args)
  const copyRequest = readCopyRequest(form, dayOf(now))
  if (!copyRequest.ok)
    return data({ ...nothing, problem: copySentences[copyRequest.problem] }, { status: 422 })
  const { id, key } = copyRequest.value
  const copied = await attempt(context.get(log), 'An itinerary could not be copied', () =>
    copyItinerary(context.get(database), itinerary, copyRequest.value, now),
  )
  if (!copied.ok) return data({ ...nothing, problem: copySentences.failed }, { status: 503 })
  return redirect(`${href('/itinerary/:id', { id })}?key=${key}&copied=${writeCopyResult(copied.value)}`)
}
