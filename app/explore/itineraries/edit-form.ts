import { type Day, isDay, type Time } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { readLine, readProse } from '../../platform/text/text.ts'
import { visitorField } from '../../staff-client/local-storage.ts'
import type { Position } from '../../catalogue/vineyards/position.ts'

/** The fields of an itinerary that can be changed, apart from its stops */
export type ItineraryDetails = {
  title: string
  summary: string | null
  visit_date: Day | null
  party: number
  begins_at: Time
}

export const mostStops = 40

export const editSentences = {
  full: `An itinerary can have up to ${mostStops} stops.`,
  booked: 'That visit is booked. Cancel or move the booking first.',
  gone: 'That stop has been removed.',
  title: 'Please give the day a name of up to 120 characters.',
  date: 'That isn’t a valid date.',
  booked_date: 'Some visits are booked for this day. Move or cancel those bookings first.',
  party: 'Please enter the number of guests, from 1 to 100.',
  summary: 'Please use up to 500 characters.',
  time: 'That isn’t a valid time.',
  begins: 'Please enter the time you set out.',
  minutes: 'A stop can last from 5 minutes to 24 hours.',
  note: 'Please keep the note to 1,000 characters.',
  name: 'Please give the stop a name of up to 120 characters.',
  place: 'We couldn’t find that place. Leave the field blank, or try a town or postcode nearby.',
} as const
export type ItineraryEditProblem = keyof typeof editSentences

/** Returns the details in a form. `fixed` is true if visits are booked, so that the day cannot change. */
export function readDetails(
  form: FormData,
  current: Pick<ItineraryDetails, 'visit_date'>,
  fixed: boolean,
): Result<ItineraryDetails, ItineraryEditProblem> {
  const title = readLine(form.get('title'), 120)
  if (!title.ok) return refused('title')
  const summary = readProse(form.get('summary'), 500)
  if (!summary.ok) return refused('summary')
  const date = String(form.get('visit_date') ?? '').trim()
  if (date !== '' && !isDay(date)) return refused('date')
  const visit_date = date === '' ? null : date
  if (fixed && visit_date !== current.visit_date) return refused('booked_date')
  const party = Number(form.get('party'))
  if (!Number.isInteger(party) || party < 1 || party > 100) return refused('party')
  const begins_at = readTime(form.get('begins_at'))
  if (!begins_at) return refused('begins')
  return ok({ title: title.value, summary: summary.value || null, visit_date, party, begins_at })
}

/** Returns a stop that is not a vineyard, with its position if one was found for its town or postcode. */
export function readPlaceStop(
  form: FormData,
  position: Position | null,
): Result<{ name: string } & { [Side in keyof Position]: number | null }, ItineraryEditProblem> {
  const name = readLine(form.get('name'), 120)
  if (!name.ok) return refused('name')
  if (String(form.get('near') ?? '').trim() !== '' && !position) return refused('place')
  return ok({
    name: name.value,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  })
}

/** Returns the time in a field: null when blank, undefined when invalid. */
export function readTime(raw: FormDataEntryValue | null): Time | null | undefined {
  const text = String(raw ?? '').trim()
  if (text === '') return null
  return /^([01]\d|2[0-3]):[0-5]\d(:00)?$/.test(text) ? text.slice(0, 5) : undefined
}

export function readMinutes(raw: FormDataEntryValue | null): number | null | undefined {
  const text = String(raw ?? '').trim()
  if (text === '') return null
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return minutes >= 5 && minutes <= 1440 ? minutes : undefined
}

/** The field to mark for each problem. Problems without a field concern the whole form. */
const fieldOf: Partial<Record<ItineraryEditProblem, string>> = {
  title: 'title',
  summary: 'summary',
  date: 'visit_date',
  booked_date: 'visit_date',
  party: 'party',
  begins: 'begins_at',
  time: 'start_time',
  minutes: 'minutes',
  note: 'note',
  name: 'name',
  place: 'near',
}

/** Why a form about an itinerary was refused: a sentence about the whole form, or one for each wrong field. */
export type ItineraryRefusal = {
  intent: string
  /** The id of the stop being changed; '' for none. */
  stop: string
  sentence: string | null
  fields: Partial<Record<string, string>>
  typed: Partial<Record<string, string>>
}

/** Hidden fields that contain secrets. No response repeats them. */
const secrets = ['key', 'answer_key', visitorField]

/** Returns the refusal of a form, with the typed values. */
export function formRefusal(
  form: FormData,
  sentence: string | null,
  fields: ItineraryRefusal['fields'] = {},
): ItineraryRefusal {
  const texts = [...form].filter(([name, value]) => typeof value === 'string' && !secrets.includes(name))
  const typed = Object.fromEntries(texts) as ItineraryRefusal['typed']
  return { intent: typed.intent ?? '', stop: typed.stop ?? '', sentence, fields, typed }
}

/** Returns the refusal of an edit. Its sentence belongs to the field that is wrong, if there is one. */
export function editRefusal(form: FormData, problem: ItineraryEditProblem): ItineraryRefusal {
  const [sentence, field] = [editSentences[problem], fieldOf[problem]]
  return field ? formRefusal(form, null, { [field]: sentence }) : formRefusal(form, sentence)
}

/** Returns the typed values and field errors of one form. Both are empty unless the refusal is for that form. */
export function refusalFor(refusal: ItineraryRefusal | null | undefined, intent: string, stop = '') {
  const own = refusal?.intent === intent && refusal.stop === stop ? refusal : null
  return {
    isHere: own !== null,
    typed: (field: string): string | undefined => own?.typed[field],
    error: (field: string): string | undefined => own?.fields[field],
  }
}

/** Returns the last day on which a share link works, or null if the link has no end; or a sentence about a wrong day. */
export function readShareEnd(form: FormData, today: Day): Result<Day | null, string> {
  const typed = String(form.get('share_until') ?? '').trim()
  if (typed === '') return ok(null)
  if (!isDay(typed)) return refused('That isn’t a valid date.')
  return typed < today ? refused('That day has passed. Choose today or a later day.') : ok(typed)
}
