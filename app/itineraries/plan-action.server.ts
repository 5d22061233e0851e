import { readGuest, bookingSentences } from '../bookings/booking-request.ts'
import { countRefusal, demandReason } from '../bookings/booking-refusal.server.ts'
import { visitorInForm } from '../accounts/visitor-in-form.server.ts'
import { hashToken } from '../accounts/token.server.ts'
import { attempt } from '../platform/attempt.server.ts'
import type { Sql } from '../platform/database.server.ts'
import { addDays } from '../platform/days.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { bookVisits, keepVisits } from './book-visits.server.ts'
import { type PlanPost, readPlanPost } from './plan-post.ts'
import { planSentences, visitSentence } from './plan-messages.ts'

/** Why a plan was neither booked nor kept, and what is wrong with which field of it. */
export type PlanRefusal = {
  message: string
  fields: Partial<Record<string, string>>
  status: 409 | 422 | 503
}

/** Does what the form of a plan asks for: books all of it, or keeps it to be booked later. */
export async function changePlan(
  sql: Sql,
  log: Log,
  form: FormData,
  now: Date,
): Promise<Result<Pick<PlanPost, 'id' | 'key'>, PlanRefusal>> {
  const post = readPlanPost(form)
  if (!post) return refused({ message: planSentences.stale, fields: {}, status: 422 })
  const itinerary = { ...post, key_hash: hashToken(post.key) }
  if (form.get('intent') === 'keep') {
    const kept = await attempt(log, 'A plan could not be kept', () =>
      keepVisits(sql, itinerary, post.visits, now),
    )
    return kept.ok ? ok(post) : refused({ message: planSentences.not_kept, fields: {}, status: 503 })
  }

  const { guest, missing, wrong } = readGuest(form)
  if (!guest) {
    const said = Object.keys(missing).length > 0 ? undefined : Object.values(wrong)[0]
    const fields = { ...wrong, ...missing }
    return refused({ message: said ?? planSentences.incomplete, fields, status: 422 })
  }
  const booked = await attempt(log, 'A plan could not be booked', async () =>
    bookVisits(sql, itinerary, post.visits, guest, now, await visitorInForm(sql, form, now)),
  )
  if (!booked.ok) return refused({ message: bookingSentences.failed, fields: {}, status: 503 })
  if (booked.value.ok) return ok(post)

  const { visit, problem } = booked.value.problem
  const [wanted, reason] = [post.visits[visit], demandReason(problem)]
  if (wanted && reason) {
    const { day, experience_id } = wanted
    await countRefusal(sql, log, {
      day: addDays(post.visit_date, day),
      experience_id,
      party: post.party,
      reason,
    })
  }
  const message = visitSentence(booked.value.problem, post.visits, post.party)
  return refused({ message, fields: {}, status: 409 })
}
