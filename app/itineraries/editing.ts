import { type Day, isDay, type Time } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { readLine, readProse } from '../platform/text.ts'
import type { Position } from '../vineyards/position.ts'

/** What of a stop may be changed; what is booked keeps its day, experience and start. */
export type StopDraft = {
  /** Null while it is not written down yet. */
  id: string | null
  day: number
  vineyard_id: string | null
  experience_id: string | null
  name: string | null
  note: string | null
  start_time: Time | null
  minutes: number | null
  latitude: number | null
  longitude: number | null
  booking_id: string | null
}

export type StopDetails = {
  title: string
  summary: string | null
  visit_date: Day | null
  party: number
  begins_at: Time
}

export const mostStops = 40
const lastDay = 2

export const editSentences = {
  full: `An itinerary holds up to ${mostStops} stops.`,
  booked: 'That visit is booked: cancel or move the booking first.',
  gone: 'That stop is no longer here.',
  title: 'Please give the day a name of up to 120 characters.',
  date: 'That is not a day in the calendar.',
  booked_date: 'Some visits are booked for this day: move or cancel those bookings first.',
  party: 'Please say how many of you are coming, from 1 to 100.',
  summary: 'Please say it in up to 500 characters.',
  time: 'That is not a time of day.',
  begins: 'Please say when you set out, as a time of day.',
  minutes: 'A stop lasts from 5 minutes to a whole day.',
  note: 'Please keep the note to 1,000 characters.',
  name: 'Please say what the stop is called, in up to 120 characters.',
  place: 'We know no place of that name. Leave it out, or try a town or a postcode nearby.',
} as const
export type ItineraryEditProblem = keyof typeof editSentences

/** A new stop of nothing but what is given, at the end of its day. */
export function addStop(
  stops: StopDraft[],
  stop: Partial<StopDraft> & Pick<StopDraft, 'day'>,
): Result<StopDraft[], ItineraryEditProblem> {
  if (stops.length >= mostStops) return refused('full')
  const whole: StopDraft = {
    id: null,
    vineyard_id: null,
    experience_id: null,
    name: null,
    note: null,
    start_time: null,
    minutes: null,
    latitude: null,
    longitude: null,
    booking_id: null,
    ...stop,
  }
  return ok(byDay([...stops, whole]))
}

export function removeStop(stops: StopDraft[], id: string): Result<StopDraft[], ItineraryEditProblem> {
  const stop = stops.find((one) => one.id === id)
  if (!stop) return refused('gone')
  return stop.booking_id === null ? ok(stops.filter((one) => one !== stop)) : refused('booked')
}

/** One place up or down; over the edge of its day it goes to the day beside, where there is one. */
export function moveStop(
  stops: StopDraft[],
  id: string,
  by: -1 | 1,
): Result<StopDraft[], ItineraryEditProblem> {
  const at = stops.findIndex((one) => one.id === id)
  const [stop, other] = [stops[at], stops[at + by]]
  if (!stop) return refused('gone')
  if (other?.day === stop.day) {
    const moved = [...stops]
    moved[at] = other
    moved[at + by] = stop
    return ok(moved)
  }
  const day = stop.day + by
  if (day < 0 || day > lastDay) return ok(stops)
  if (stop.booking_id !== null) return refused('booked')
  return ok(stops.map((one) => (one === stop ? { ...stop, day } : one)))
}

/** Puts a stop before another, or at the end; it takes on that one's day. */
export function dropStop(
  stops: StopDraft[],
  id: string,
  before: string | null,
): Result<StopDraft[], ItineraryEditProblem> {
  const stop = stops.find((one) => one.id === id)
  const target = stops.find((one) => one.id === before)
  if (!stop || (before !== null && !target)) return refused('gone')
  if (stop === target) return ok(stops)
  const rest = stops.filter((one) => one !== stop)
  const day = target?.day ?? rest.at(-1)?.day ?? stop.day
  if (day !== stop.day && stop.booking_id !== null) return refused('booked')
  const at = target ? rest.indexOf(target) : rest.length
  return ok([...rest.slice(0, at), { ...stop, day }, ...rest.slice(at)])
}

/** The stops of a day in another order, given as their places within that day. */
export function orderDay(stops: StopDraft[], day: number, order: number[]): StopDraft[] {
  const those = stops.filter((stop) => stop.day === day)
  const ordered = order.flatMap((n) => those[n] ?? [])
  return byDay([...stops.filter((stop) => stop.day !== day), ...ordered])
}

/** Reads what may be said of a stop and changes it; a booked one only takes a note. */
export function changeStop(
  stops: StopDraft[],
  id: string,
  form: FormData,
  experiences: { id: string; vineyard_id: string }[],
): Result<StopDraft[], ItineraryEditProblem> {
  const stop = stops.find((one) => one.id === id)
  if (!stop) return refused('gone')
  const note = readProse(form.get('note'), 1000)
  if (!note.ok) return refused('note')
  const noted = { ...stop, note: note.value || null }
  if (stop.booking_id !== null) return ok(replace(stops, stop, noted))

  const start_time = readTime(form.get('start_time'))
  if (start_time === undefined) return refused('time')
  const minutes = readMinutes(form.get('minutes'))
  if (minutes === undefined) return refused('minutes')
  const wanted = String(form.get('experience_id') ?? '')
  const experience = experiences.find((one) => one.id === wanted && one.vineyard_id === stop.vineyard_id)
  const day = Number(form.get('day') ?? stop.day)
  return ok(
    byDay(
      replace(stops, stop, {
        ...noted,
        start_time,
        minutes,
        experience_id: experience?.id ?? null,
        day: day >= 0 && day <= lastDay && Number.isInteger(day) ? day : stop.day,
      }),
    ),
  )
}

/** What the form says of the whole; `fixed` is set where bookings stand on its day. */
export function readDetails(
  form: FormData,
  was: Pick<StopDetails, 'visit_date'>,
  fixed: boolean,
): Result<StopDetails, ItineraryEditProblem> {
  const title = readLine(form.get('title'), 120)
  if (!title.ok) return refused('title')
  const summary = readProse(form.get('summary'), 500)
  if (!summary.ok) return refused('summary')
  const date = String(form.get('visit_date') ?? '').trim()
  if (date !== '' && !isDay(date)) return refused('date')
  const visit_date = date === '' ? null : date
  if (fixed && visit_date !== was.visit_date) return refused('booked_date')
  const party = Number(form.get('party'))
  if (!Number.isInteger(party) || party < 1 || party > 100) return refused('party')
  const begins_at = readTime(form.get('begins_at'))
  if (!begins_at) return refused('begins')
  return ok({ title: title.value, summary: summary.value || null, visit_date, party, begins_at })
}

/** A place of one's own, with its position where its town or postcode is known. */
export function readPlaceStop(
  form: FormData,
  position: Position | null,
): Result<Pick<StopDraft, 'name' | 'latitude' | 'longitude'>, ItineraryEditProblem> {
  const name = readLine(form.get('name'), 120)
  if (!name.ok) return refused('name')
  if (String(form.get('near') ?? '').trim() !== '' && !position) return refused('place')
  return ok({
    name: name.value,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  })
}

function byDay(stops: StopDraft[]): StopDraft[] {
  return stops.toSorted((a, b) => a.day - b.day)
}

function replace(stops: StopDraft[], old: StopDraft, now: StopDraft): StopDraft[] {
  return stops.map((stop) => (stop === old ? now : stop))
}

/** Null for nothing, undefined for what is no time. */
function readTime(raw: FormDataEntryValue | null): Time | null | undefined {
  const text = String(raw ?? '').trim()
  if (text === '') return null
  return /^([01]\d|2[0-3]):[0-5]\d(:00)?$/.test(text) ? text.slice(0, 5) : undefined
}

function readMinutes(raw: FormDataEntryValue | null): number | null | undefined {
  const text = String(raw ?? '').trim()
  if (text === '') return null
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return minutes >= 5 && minutes <= 1440 ? minutes : undefined
}
