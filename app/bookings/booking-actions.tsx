import { toActionResult } from '../staff-client/action-result.tsx'
import { ifEmailed } from '../ui/sends-email.ts'
import { isAsSeen, resultOf } from '../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../staff-client/staff-area.ts'
import { type Attendance, attendanceLabels } from './attendance.ts'
import type { bookingApi } from './booking.api.ts'
import { type BookingStatus, statusFaces } from './booking.ts'
import { overbookRefusal } from './components/overbook-anyway.tsx'

/** By the specification. */
const notUpdated = 'Failed to update booking status'

/** What a press on one of the buttons of a booking's page does, and what came of it. */
export async function actOnBooking(request: Request, id: string) {
  const form = await request.formData()
  const done = await acts[String(form.get('intent')) as keyof typeof acts](request, id, form)
  const typed = form.get('staff_notes')
  return {
    ...done,
    overbooking: done.failed ? overbookRefusal(done, form) : null,
    typed: done.failed && typed ? String(typed) : undefined,
    /** Whether a colleague was faster, so that the page shows something else by now. */
    overtaken: done.problem !== null && !isAsSeen(done.problem),
  }
}

const acts = { status: setStatus, attendance: mark, move, notes: writeNote, mail: sendAgain }

function bookingAt(request: Request) {
  return apiFor<typeof bookingApi>(staffAreaOf(request.url), '/api/bookings')[':id']
}

async function setStatus(request: Request, id: string, form: FormData) {
  const status = String(form.get('status')) as BookingStatus
  const seen = String(form.get('seen')) as BookingStatus
  const json = { status, seen, overbook: form.get('overbook') === 'on' }
  const done = await resultOf(bookingAt(request).status.$post({ param: { id }, json }))
  const back = { intent: 'status', status: seen, seen: status, undo: 'on' }
  const act = toActionResult(request, done, statusSaid(status), back, form.has('undo') ? undoIn(form) : null)
  const unexplained = done.ok || (done.problem.kind === 'refused' && done.problem.status < 500)
  return unexplained ? act : { ...act, said: notUpdated }
}

/** The Undo that was pressed, so that it can be pressed again where it was refused. */
const undoIn = (form: FormData) => Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))

function statusSaid(status: BookingStatus): string {
  const { label, tellsGuest } = statusFaces[status]
  return tellsGuest
    ? `${label}. ${ifEmailed('The guest has been emailed.')}`
    : `${label}. Nobody was emailed.`
}

async function mark(request: Request, id: string, form: FormData) {
  const attendance = (String(form.get('attendance')) || null) as Attendance | null
  const done = await resultOf(bookingAt(request).attendance.$post({ param: { id }, json: { attendance } }))
  return toActionResult(request, done, attendance ? attendanceLabels[attendance] : 'Check-in undone.')
}

async function move(request: Request, id: string, form: FormData) {
  const slot = form.get('slot')
  const json = {
    ...(slot !== null && { slot: String(slot) }),
    number_of_guests: Number(form.get('number_of_guests')),
    overbook: form.get('overbook') === 'on',
  }
  const done = await resultOf(bookingAt(request).move.$post({ param: { id }, json }))
  return toActionResult(request, done, `Changed. ${ifEmailed('The guest has been emailed.')}`)
}

async function writeNote(request: Request, id: string, form: FormData) {
  const json = { staff_notes: String(form.get('staff_notes')), seen: String(form.get('seen')) }
  const done = await resultOf(bookingAt(request).notes.$post({ param: { id }, json }))
  return toActionResult(request, done, 'The note is saved.')
}

async function sendAgain(request: Request, id: string) {
  const done = await resultOf(bookingAt(request).mails.$post({ param: { id } }))
  return toActionResult(request, done, ifEmailed('The email is being sent to the guest again.'))
}
