import { isAbsent, problemSentence, resultOf } from '../staff-client/call.ts'
import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import type { closureApi } from './closure.api.ts'
import { sayWhen, type ShownException } from './exception.ts'
import { ifEmailed, sendsEmail } from '../ui/sends-email.ts'

export const closuresAt = (area: StaffArea) => apiFor<typeof closureApi>(area, '/api/availability_exceptions')

export type WantedException = Omit<ShownException, 'id' | 'source'>

/** What closes or opens, as a page asks for it. `cancelled`: so many bookings were cancelled for it a moment ago. */
export type ClosureAct =
  | { intent: 'close'; exception: WantedException; bookings?: 'keep' | 'cancel' }
  | { intent: 'open'; exception: ShownException; cancelled?: number }

/** An act as the fields of a form. */
export const actionFields = (act: object) => ({ act: JSON.stringify(act) })

/** What came of closing or opening. `met`: bookings stand there, and somebody has to say what becomes of them. */
export type ClosureOutcome = {
  /** Empty where a question is asked instead. */
  said: string
  failed: boolean
  fields: Record<string, string>
  met: { bookings: number; guests: number } | null
  wanted: WantedException | null
  /** The form that takes it back. */
  undo: Record<string, string> | null
  /** The days it is about, and what else tells them apart. */
  about?: string
}

const nothing: ClosureOutcome = { said: '', failed: false, fields: {}, met: null, wanted: null, undo: null }

/** Closes days or hours, or gives them other places; over bookings only once it is said what becomes of them. */
export async function addExceptionAt(
  area: StaffArea,
  wanted: WantedException,
  bookings: 'keep' | 'cancel' | undefined,
): Promise<ClosureOutcome> {
  const json = { ...wanted, ...(bookings && { bookings }) }
  const added = await resultOf(closuresAt(area).index.$post({ json }))
  if (added.ok) {
    const { id, bookings: parties } = added.value
    const met = wanted.capacity === null ? parties : 0
    const cancelled = bookings === 'cancel' ? met : 0
    const undo: ClosureAct = { intent: 'open', exception: { ...wanted, id, source: 'staff' }, cancelled }
    const said = closedSentence(wanted, met, cancelled)
    return { ...nothing, said, undo: actionFields(undo), about: aboutOf(wanted) }
  }
  const { problem } = added
  if (problem.kind === 'refused' && typeof problem.said.guests === 'number')
    return {
      ...nothing,
      failed: true,
      wanted,
      met: { bookings: Number(problem.said.bookings), guests: problem.said.guests },
    }
  const fields = problem.kind === 'refused' ? inWords(problem.fields) : {}
  return { ...nothing, failed: true, said: Object.values(fields)[0] ?? problemSentence(problem), fields }
}

/** Whatever else is closed or opened beside it is another thing. */
function aboutOf(exception: WantedException): string {
  return [exception.experience_id, exception.pattern_id, sayWhen(exception)].join(' ')
}

/** Days are named: several such sentences may stand one below another. */
function closedSentence(wanted: WantedException, met: number, cancelled: number): string {
  const when = sayWhen(wanted)
  const done = wanted.capacity === null ? `${when} is closed.` : `The places of ${when} are changed.`
  if (met === 0) return done
  const told = met === 1 ? '1 booking is' : `${met} bookings are`
  return cancelled > 0
    ? `${done} ${told} cancelled. ${ifEmailed(met === 1 ? 'The guest is being emailed.' : 'The guests are being emailed.')}`
    : `${done} ${told} kept.`
}

/** Opens again what was closed. Guests who were written to that they can not come are not asked back. */
export async function removeExceptionAt(
  area: StaffArea,
  exception: ShownException,
  cancelled = 0,
): Promise<ClosureOutcome> {
  const { id, source: _, ...removed } = exception
  const done = await resultOf(closuresAt(area)[':id'].$delete({ param: { id } }))
  if (!done.ok && isAbsent(done.problem)) return { ...nothing, said: 'Somebody else has opened it already.' }
  if (!done.ok) return { ...nothing, failed: true, said: problemSentence(done.problem) }
  const undo: ClosureAct = { intent: 'close', exception: removed, bookings: 'keep' }
  const said = openedSentence(exception, cancelled)
  return { ...nothing, said, undo: actionFields(undo), about: aboutOf(exception) }
}

function openedSentence(exception: ShownException, cancelled: number): string {
  const when = sayWhen(exception)
  if (exception.capacity !== null) return `The places of ${when} are as planned again.`
  if (cancelled === 0) return `${when} is open again.`
  const stays =
    cancelled === 1 ? 'The booking that was cancelled stays' : 'The bookings that were cancelled stay'
  return sendsEmail()
    ? `${when} is open again. ${stays} so: the guests were emailed already.`
    : `${when} is open again. ${stays} so.`
}

const labels: Record<string, string> = {
  starts_on: 'The first day',
  ends_on: 'The last day',
  from_time: 'The first hour',
  until_time: 'The last hour',
  capacity: 'The number of places',
  reason: 'The reason',
}

function inWords(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => [
      field,
      Object.entries(labels).reduce(
        (words, [name, label]) => words.replace(name, words.startsWith(name) ? label : label.toLowerCase()),
        sentence,
      ),
    ]),
  )
}
