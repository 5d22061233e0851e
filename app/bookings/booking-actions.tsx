import { href, redirect } from 'react-router'

import { loadActiveExperiences } from '../catalogue/experiences/experience-actions.tsx'
import { countOf } from '../platform/text/counts.ts'
import { formatDay, isDay } from '../platform/days.ts'
import { readFormText, toActionResult, ifEmailed } from '../staff-client/action-result.tsx'
import { carryMessage } from '../staff-client/carried-message.ts'
import { isRetryable, resultOf } from '../staff-client/call.ts'
import { load, vineyardAt } from '../staff-client/load.ts'
import { apiFor, staffAreaOf } from '../staff-client/staff-area.ts'
import { forgetDraftsAt } from '../ui/forms/drafts.ts'
import { leaveFor } from '../ui/forms/leaving.tsx'
import { type Attendance, attendanceLabels, type BookingStatus, statusDetails } from './booking.ts'
import type { bookingApi } from './booking.api.ts'
import { bookingLink, fromToday } from './staff-links.tsx'
import { findVineyardsToChoose } from './new-bookings/components/choose-vineyard.tsx'
import { overbookRefusal, slotFields } from './new-bookings/components/session-choice.tsx'
import { editedFields } from './changes/guest-edit.ts'
import { cancellationOf } from './changes/cancellation-reason.ts'
import { tidyTags } from './notes/notes.ts'
import type { sessionApi } from './sessions/session.api.ts'
import type { Session } from './sessions/session.ts'
import { sessionsForWalkIn, usualForWalkIn } from './today/today.ts'

/** The message for a status that could not be saved, quoted from specification §8. */
const notUpdated = 'Failed to update booking status'

/** Runs the action of a booking's page, and returns its result. */
export async function actOnBooking(request: Request, id: string) {
  const form = await request.formData()
  const result = await actions[String(form.get('intent')) as keyof typeof actions](request, id, form)
  return {
    ...result,
    overbooking: result.failed ? overbookRefusal(result, form) : null,
    typed: result.failed && form.get('intent') === 'notes' ? noteIn(form) : undefined,
    /** Whether the page is outdated, for example because a colleague has changed the booking in the meantime. */
    overtaken: result.problem !== null && !isRetryable(result.problem),
    is_from_dialog: form.has('reason') || form.get('intent') === 'guest',
  }
}

/** Sets the status of a booking in a list, or undoes the last change of a status. Returns null for any other form. */
export async function actOnListedBooking(request: Request, form: FormData) {
  const result = form.has('undo')
    ? await undoStatus(request, '', form)
    : form.get('intent') === 'status'
      ? await setStatus(request, String(form.get('id')), form)
      : null
  return result && { ...result, overbooking: null, is_from_dialog: form.has('reason') }
}

const actions = {
  status: setStatus,
  undo: undoStatus,
  attendance: setAttendance,
  move,
  notes: saveNote,
  mail: resendEmail,
  guest: editGuestFrom,
}

function bookingAt(request: Request) {
  return apiFor<typeof bookingApi>(staffAreaOf(request.url), '/api/bookings')[':id']
}

async function setStatus(request: Request, id: string, form: FormData) {
  const status = String(form.get('status')) as BookingStatus
  const seen = String(form.get('seen')) as BookingStatus
  const json = { status, seen, overbook: form.get('overbook') === 'on', ...cancellationOf(form) }
  const done = await resultOf(bookingAt(request).status.$post({ param: { id }, json }))
  const result = toActionResult(request, done, statusSentence(status, done.ok && done.value.has_email))
  const isExplained = done.ok || (done.problem.kind === 'refused' && done.problem.status < 500)
  return isExplained ? result : { ...result, message: notUpdated }
}

/** Undoes the last change of a status. The form names the booking and the status that is undone. */
async function undoStatus(request: Request, _: string, form: FormData) {
  const [id, seen] = String(form.get('undo')).split(' ') as [string, BookingStatus]
  const done = await resultOf(bookingAt(request).undo.$post({ param: { id }, json: { seen } }))
  const status = done.ok ? statusDetails[done.value.status].label.toLowerCase() : ''
  const emailed =
    done.ok && done.value.emails_again
      ? ifEmailed('The guest had read of the cancellation, so we email them again.')
      : 'Nobody was emailed.'
  return toActionResult(request, done, `Undone: the booking is ${status} again. ${emailed}`)
}

function statusSentence(status: BookingStatus, hasEmail: boolean): string {
  const { label, emailsGuest } = statusDetails[status]
  return emailsGuest && hasEmail
    ? `${label}. ${ifEmailed('The guest is emailed in 30 seconds, unless you undo it.')}`
    : `${label}. Nobody was emailed.`
}

async function setAttendance(request: Request, id: string, form: FormData) {
  const attendance = (String(form.get('attendance')) || null) as Attendance | null
  const done = await resultOf(bookingAt(request).attendance.$post({ param: { id }, json: { attendance } }))
  return toActionResult(request, done, attendance ? attendanceLabels[attendance] : 'Check-in undone.')
}

async function move(request: Request, id: string, form: FormData) {
  const json = {
    ...slotFields(form, String(form.get('day'))),
    number_of_guests: Number(form.get('number_of_guests')),
    overbook: form.get('overbook') === 'on',
    into_past: form.get('into_past') === 'on',
  }
  const done = await resultOf(bookingAt(request).move.$post({ param: { id }, json }))
  const wasEmailed = done.ok && done.value.has_email && !json.into_past
  return toActionResult(
    request,
    done,
    `Changed. ${wasEmailed ? ifEmailed('The guest has been emailed.') : 'Nobody was emailed.'}`,
  )
}

function noteIn(form: FormData) {
  return { note: String(form.get('staff_notes')), tags: tagsIn(form) }
}

function tagsIn(form: FormData): string[] {
  const tags = form.getAll('tags').map((tag) => String(tag).trim())
  return tidyTags(tags.filter((tag) => tag !== ''))
}

async function saveNote(request: Request, id: string, form: FormData) {
  const { note, tags } = noteIn(form)
  const seen = {
    staff_notes: String(form.get('seen')),
    tags: JSON.parse(String(form.get('seen_tags'))) as string[],
  }
  const json = { staff_notes: note, tags, seen }
  const done = await resultOf(bookingAt(request).guest.$post({ param: { id }, json }))
  return toActionResult(request, done, 'Saved.')
}

async function editGuestFrom(request: Request, id: string, form: FormData) {
  const changes: Record<string, string | null> = {}
  const seen: Record<string, string | null> = {}
  for (const field of editedFields) {
    const isContact = field === 'guest_email' || field === 'guest_phone'
    const read = (name: string) => readFormText(form, name) || (isContact ? null : '')
    const [before, after] = [read(`seen_${field}`), read(field)]
    if (before === after) continue
    changes[field] = after
    seen[field] = before
  }
  const { guest_email: email } = changes
  const send_confirmation = form.has('send_confirmation') && typeof email === 'string'
  const done = await resultOf(
    bookingAt(request).guest.$post({ param: { id }, json: { ...changes, seen, send_confirmation } }),
  )
  const sent = send_confirmation ? ` ${ifEmailed(`The confirmation is being sent to ${email}.`)}` : ''
  return toActionResult(request, done, `Saved.${sent}`)
}

async function resendEmail(request: Request, id: string) {
  const done = await resultOf(bookingAt(request).mails.$post({ param: { id } }))
  return toActionResult(request, done, ifEmailed('The email is being sent to the guest again.'))
}

/** Loads the booking form for staff. If the URL names no experience, chooses one with places. Admins choose a vineyard first. */
export async function loadNewBooking(request: Request) {
  const area = staffAreaOf(request.url)
  const { searchParams } = new URL(request.url)
  const vineyardId = searchParams.get('vineyard_id') ?? undefined
  const date = searchParams.get('day') ?? ''
  const parameters = { new: '1', ...(isDay(date) && { day: date }) }
  if (area === 'admin' && vineyardId === undefined)
    return { kind: 'where' as const, area, parameters, ...(await findVineyardsToChoose(request)) }

  const vineyard_id = await vineyardAt(request, vineyardId)
  const experiences = await loadActiveExperiences(request, vineyard_id)
  const requested = experiences.find(({ id }) => id === searchParams.get('experience_id'))
  const sessions = apiFor<typeof sessionApi>(area, '/api/sessions').index
  const sessionQuery = {
    ...(requested === undefined ? { vineyard_id } : { experience_id: requested.id }),
    ...(isDay(date) && { from: date }),
  }
  const { today, now, items } = await load(request, sessions.$get({ query: sessionQuery }))
  const chosen = requested ?? firstFree(experiences, items) ?? experiences[0]
  const isToday = !isDay(date) || date === today
  const offered = items.filter(({ experience_id }) => experience_id === chosen?.id)
  return {
    kind: 'new' as const,
    area,
    vineyard_id,
    experiences,
    chosen,
    day: isDay(date) ? date : today,
    isToday,
    sessions: offered,
    slot: searchParams.get('slot') ?? (isToday ? (offered.find(isStillToCome)?.id ?? null) : null),
    /** The session that the form suggests for a walk-in, by the same rule as on Today. */
    walkInSlot:
      usualForWalkIn(
        sessionsForWalkIn({ today, sessions: offered }, Date.parse(now)),
        { today },
        Date.parse(now),
      )?.id ?? null,
    isFromToday: searchParams.get('from') === fromToday,
  }
}

function isStillToCome({ capacity, remaining, has_begun }: Session): boolean {
  return capacity !== null && remaining > 0 && !has_begun
}

/** Returns the experience of the first session with places, preferably not begun. Without places, that of the first session. */
function firstFree<Some extends { id: string }>(experiences: Some[], sessions: Session[]): Some | undefined {
  const planned = sessions.filter(
    ({ capacity, experience_id }) => capacity !== null && experiences.some(({ id }) => id === experience_id),
  )
  const first = planned.find(isStillToCome) ?? planned.find(({ remaining }) => remaining > 0) ?? planned[0]
  return experiences.find(({ id }) => id === first?.experience_id)
}

/** Creates the booking that staff entered, then redirects to the booking or to Today. If it is refused, returns the refusal. */
export async function createBookingAction(request: Request, form: FormData) {
  const area = staffAreaOf(request.url)
  const text = (name: string) => String(form.get(name) ?? '')
  const api = apiFor<typeof bookingApi>(area, '/api/bookings')
  const json = {
    experience_id: text('experience_id'),
    slot: '',
    ...slotFields(form, text('day')),
    number_of_guests: Number(text('number_of_guests')),
    overbook: form.get('overbook') === 'on',
  }
  const filled = (name: string) => text(name).trim() || null
  const guest = {
    guest_name: text('guest_name'),
    guest_email: filled('guest_email'),
    guest_phone: filled('guest_phone'),
    special_requests: text('special_requests'),
  }
  const header = { headers: { 'Idempotency-Key': text('idempotency_key') } }
  const created = form.has('walk_in')
    ? await resultOf(api['walk-ins'].$post({ json: { ...json, guest_name: filled('guest_name') } }, header))
    : await resultOf(api.by_staff.$post({ json: { ...json, ...guest, tags: tagsIn(form) } }, header))
  if (created.ok && created.value.id !== null) {
    const { searchParams } = new URL(request.url)
    if (searchParams.get('from') !== fromToday) throw redirect(bookingLink(area, created.value.id))
    const day = searchParams.get('day') ?? ''
    const guests = countOf(json.number_of_guests, 'guest')
    carryMessage(
      `Booked${isDay(day) ? ` for ${formatDay(day)}` : ''}: ${text('guest_name').trim() || 'walk-in'}, ${guests}.`,
    )
    forgetDraftsAt(location.pathname)
    leaveFor(href('/winemaker/today'))
    // Never resolves, so that the form stays unchanged until the browser has loaded Today.
    return new Promise<never>(() => {})
  }
  const result = toActionResult(request, created, '')
  return { ...result, overbooking: overbookRefusal(result, form) }
}
