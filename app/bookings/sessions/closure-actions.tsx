import { savePlanAt, type PlanVersion } from '../../availability/plan-actions.tsx'
import { countOf } from '../../platform/text/counts.ts'
import { formatDate, formatDay, formatTime } from '../../platform/days.ts'
import { type CallProblem, isAbsent, problemSentence, resultOf } from '../../staff-client/call.ts'
import { apiFor, type StaffArea } from '../../staff-client/staff-area.ts'
import { type ActionResult, ifEmailed } from '../../staff-client/action-result.tsx'
import type { Cancellation } from '../changes/cancellation-reason.ts'
import type { closureApi } from './closure.api.ts'
import type { AffectedBookings, ExceptionEntry } from './closure.server.ts'
import type { DraftStart } from '../../availability/plan.shapes.ts'

/** An exception in a list on a page. */
export type ListedException = Omit<ExceptionEntry, 'created_at' | 'undo'> & {
  undo?: ExceptionEntry['undo'] | undefined
}

/** Returns the days of an exception, such as '24 December 2026 to 4 January 2027', with the hours if there are any. */
export function formatExceptionDays({ starts_on, ends_on, from_time, until_time }: ExceptionDraft): string {
  const days =
    starts_on === ends_on ? formatDay(starts_on) : `${formatDate(starts_on)} to ${formatDate(ends_on)}`
  return from_time && until_time ? `${days}, ${formatTime(from_time)} to ${formatTime(until_time)}` : days
}

/** Returns a sentence about an exception, such as '9 places. The long trailer is being repaired'. */
export function describeException(exception: ListedException): string {
  const { capacity, reason, source, experience_id, pattern_id } = exception
  const what = capacity === null ? 'Closed' : countOf(capacity, 'place')
  const scope = pattern_id ? ', one start time' : experience_id ? '' : ', the whole vineyard'
  const parts = [`${what}${scope}`, reason, source === 'feed' && 'From an imported calendar']
  return parts.filter(Boolean).join('. ')
}

/** The upcoming bookings that a closure affects. `paid` is the number of pounds that their guests paid. */
export type AffectedCounts = Pick<AffectedBookings, 'bookings' | 'guests'> &
  Partial<AffectedBookings & { paid: number }>

/** Returns a count such as '1 booking (2 guests)', '12 places held for others' or both, joined with 'and'. */
export function formatAffected({ bookings, guests, held = 0, groups = [] }: AffectedCounts): string {
  const booked = `${countOf(bookings, 'booking')} (${countOf(guests, 'guest')})`
  if (held === 0) return booked
  return `${bookings === 0 ? '' : `${booked} and `}${countOf(held, 'place')} held for ${groups.join(', ') || 'others'}`
}

export const closuresAt = (area: StaffArea) => apiFor<typeof closureApi>(area, '/api/availability_exceptions')

export type ExceptionDraft = Omit<ListedException, 'id' | 'source' | 'undo'>

/** Adds or removes an exception, or undoes a closure and restores the bookings that it has just cancelled. */
export type ClosureAction =
  | { intent: 'close'; exception: ExceptionDraft; bookings?: 'keep' | 'cancel'; cancellation?: Cancellation }
  | { intent: 'open' | 'undo'; exception: ListedException }

/** Returns the form fields that carry an action. */
export const actionFields = (action: object) => ({ act: JSON.stringify(action) })

/** The result of a closure action. With `affected` and no message, staff must choose whether to keep these bookings. */
export type ClosureOutcome = Omit<ActionResult, 'problem'> & {
  affected: AffectedCounts | null
  /** The exception that is added only after staff have chosen what happens to the affected bookings. */
  draft: ExceptionDraft | null
  /** The experience, start and days that the result is about. A later result with the same `about` replaces this result. */
  about?: string
}

const nothing: ClosureOutcome = {
  message: '',
  failed: false,
  fields: {},
  affected: null,
  draft: null,
  undo: null,
}

/** Adds an exception. If a closure affects bookings or held places, the action must say whether to keep the bookings. */
async function addExceptionAt(
  area: StaffArea,
  { exception: draft, bookings, cancellation }: Extract<ClosureAction, { intent: 'close' }>,
): Promise<ClosureOutcome> {
  const json = { ...draft, ...(bookings && { bookings }), ...(cancellation && { cancellation }) }
  const added = await resultOf(closuresAt(area).index.$post({ json }))
  if (added.ok) {
    const { id, bookings: parties, without_email, held, groups, over_by = 0 } = added.value
    const count = draft.capacity === null ? parties : 0
    const cancelled = bookings === 'cancel' ? count : 0
    const undo: ClosureAction = {
      intent: cancelled > 0 ? 'undo' : 'open',
      exception: { ...draft, id, source: 'staff' },
    }
    const message =
      closedSentence(draft, count, cancelled, without_email) +
      overSentence(over_by) +
      heldPlacesSentence(held, groups)
    return { ...nothing, message, undo: actionFields(undo), about: aboutOf(draft) }
  }
  const { problem } = added
  if (problem.kind === 'refused' && typeof problem.body.guests === 'number') {
    const { bookings, guests, without_email, held, groups, paid } = problem.body as AffectedCounts
    const affected = { bookings, guests, without_email, held, groups, paid }
    return { ...nothing, failed: true, draft, affected }
  }
  const fields = problem.kind === 'refused' ? labelFields(problem.fields) : {}
  return { ...nothing, failed: true, message: Object.values(fields)[0] ?? problemSentence(problem), fields }
}

function aboutOf(exception: ExceptionDraft): string {
  return [exception.experience_id, exception.pattern_id, formatExceptionDays(exception)].join(' ')
}

type Told = { bookings: number; without_email: number }

/** Returns ' The guests are emailed in 30 seconds, unless you undo it.', a sentence about guests to call, both or neither. */
export function toldSentence(told: Told): string {
  const guests = told.bookings === 1 ? 'The guest is' : 'The guests are'
  const emailed = ifEmailed(`${guests} emailed in 30 seconds, unless you undo it.`)
  return (told.bookings > told.without_email ? ` ${emailed}` : '') + callSentence(told)
}

/** Returns a sentence such as ' One of the guests gets no email: please call this guest.', or an empty text. */
export function callSentence({ bookings, without_email }: Told): string {
  if (without_email === 0) return ''
  if (without_email === bookings)
    return bookings === 1
      ? ' The guest gets no email: please call this guest.'
      : ' The guests get no email: please call them.'
  return without_email === 1
    ? ' One of the guests gets no email: please call this guest.'
    : ` ${without_email} of the guests get no email: please call these guests.`
}

/** Returns a sentence such as ' Now 1 guest is beyond the places: all bookings are kept.', or an empty text. */
function overSentence(over_by: number): string {
  if (over_by === 0) return ''
  return ` Now ${countOf(over_by, 'guest')} ${over_by === 1 ? 'is' : 'are'} beyond the places: all bookings are kept.`
}

/** Returns a sentence such as ' 12 places are held for guests who have not booked yet.', or an empty text. */
function heldPlacesSentence(held: number, groups: string[] | undefined): string {
  if (held === 0) return ''
  return ` ${countOf(held, 'place')} ${held === 1 ? 'is' : 'are'} held for ${groups?.join(', ') || 'guests who have not booked yet'}.`
}

function closedSentence(draft: ExceptionDraft, count: number, cancelled: number, without_email: number) {
  const when = formatExceptionDays(draft)
  const done = draft.capacity === null ? `${when} is closed.` : `The places on ${when} are changed.`
  if (count === 0) return done
  const subject = `${countOf(count, 'booking')} ${count === 1 ? 'is' : 'are'}`
  if (cancelled === 0) return `${done} ${subject} kept.`
  const list = without_email === 0 ? '' : ' The calendar lists the guests to call on the day of their visit.'
  return `${done} ${subject} cancelled.${toldSentence({ bookings: count, without_email })}${list}`
}

/** Removes an exception. Bookings that the exception cancelled stay cancelled. */
async function removeExceptionAt(area: StaffArea, exception: ListedException): Promise<ClosureOutcome> {
  const { id, source: _source, undo: _undo, ...removed } = exception
  const done = await resultOf(closuresAt(area)[':id'].$delete({ param: { id } }))
  if (!done.ok) return notOpened(done.problem)
  const undo: ClosureAction = { intent: 'close', exception: removed, bookings: 'keep' }
  const message = openedSentence(exception)
  return { ...nothing, message, undo: actionFields(undo), about: aboutOf(exception) }
}

function notOpened(problem: CallProblem, more = ''): ClosureOutcome {
  return isAbsent(problem)
    ? { ...nothing, message: `Someone else has already removed this exception.${more}` }
    : { ...nothing, failed: true, message: problemSentence(problem) }
}

function openedSentence(exception: ListedException): string {
  const when = formatExceptionDays(exception)
  return exception.capacity === null
    ? `${when} is open again.`
    : `The places on ${when} are as planned again.`
}

/** Undoes a closure before its guests are emailed, and restores the bookings that it cancelled. */
async function undoClosureAt(area: StaffArea, exception: ListedException): Promise<ClosureOutcome> {
  const done = await resultOf(closuresAt(area)[':id'].undo.$post({ param: { id: exception.id } }))
  if (!done.ok)
    return notOpened(
      done.problem,
      ' Please check its bookings: those that it cancelled may have stayed cancelled.',
    )
  const { bookings, emails_again } = done.value
  const restored = `${countOf(bookings, 'booking')} ${bookings === 1 ? 'is' : 'are'} restored.`
  const emailed =
    emails_again === 0
      ? 'Nobody was emailed.'
      : ifEmailed(`${countOf(emails_again, 'guest')} had read of the cancellation, so we email them again.`)
  const message = `${openedSentence(exception)} ${restored} ${emailed}`
  return { ...nothing, message, about: aboutOf(exception) }
}

const labels: Record<string, string> = {
  starts_on: 'The first day',
  ends_on: 'The last day',
  from_time: 'The first hour',
  until_time: 'The last hour',
  capacity: 'The number of places',
  reason: 'The reason',
}

function labelFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => [
      field,
      Object.entries(labels).reduce(
        (text, [name, label]) => text.replace(name, text.startsWith(name) ? label : label.toLowerCase()),
        sentence,
      ),
    ]),
  )
}

/** The actions that the availability page submits. */
export type AvailabilityAction = { intent: 'plan'; seen: PlanVersion; patterns: DraftStart[] } | ClosureAction

/** Runs a submitted action. The page should not reload after a `refused` result, so that the form keeps its values. */
export async function changeAvailability(area: StaffArea, experienceId: string, form: FormData) {
  const action = JSON.parse(String(form.get('act'))) as AvailabilityAction
  if (action.intent === 'plan') {
    const outcome = await savePlanAt(area, experienceId, action.seen, action.patterns)
    return { outcome, refused: outcome.saved_at === null }
  }
  const outcome = await changeClosures(area, action)
  return { outcome, refused: outcome.failed }
}

/** Adds or removes an exception, or undoes a closure. */
export function changeClosures(area: StaffArea, action: ClosureAction): Promise<ClosureOutcome> {
  switch (action.intent) {
    case 'close':
      return addExceptionAt(area, action)
    case 'open':
      return removeExceptionAt(area, action.exception)
    case 'undo':
      return undoClosureAt(area, action.exception)
  }
}
