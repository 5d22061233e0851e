import { ok, type Result, refused } from '../../platform/result.ts'
import { cleanLine, readProse } from '../../platform/text/text.ts'
import type { Position } from '../../catalogue/vineyards/position.ts'
import { bestOrder, mostOrdered } from './reorder-stops.ts'
import { type Legs, minutesOf } from './day-times.ts'
import { type ItineraryEditProblem, mostStops, readMinutes, readPlaceStop, readTime } from './edit-form.ts'
import { daysOf, type Itinerary, positionOf, timed } from './itinerary.ts'
import type { StopTaken } from './itinerary.shapes.ts'

/** A stop while it is edited. A missing field counts as null. A booked stop keeps its day, experience and start time. */
export type StopDraft = Partial<StopTaken> & Pick<StopTaken, 'day'> & { booking_id?: string | null }

const lastDay = 2

/** Adds a stop with these fields at the end of its day. */
export function addStop(stops: StopDraft[], stop: StopDraft): Result<StopDraft[], ItineraryEditProblem> {
  return stops.length < mostStops ? ok(byDay([...stops, stop])) : refused('full')
}

export function removeStop(stops: StopDraft[], id: string): Result<StopDraft[], ItineraryEditProblem> {
  const stop = stops.find((other) => other.id === id)
  if (!stop) return refused('gone')
  return stop.booking_id ? refused('booked') : ok(stops.filter((other) => other !== stop))
}

/** Moves a stop up (-1) or down (1). At the edge of its day it moves to the adjacent day, if there is one. */
export function moveStop(
  stops: StopDraft[],
  id: string,
  by: -1 | 1,
): Result<StopDraft[], ItineraryEditProblem> {
  const at = stops.findIndex((other) => other.id === id)
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
  if (stop.booking_id) return refused('booked')
  return ok(stops.map((other) => (other === stop ? { ...stop, day } : other)))
}

/** Moves a stop before another stop, to that stop's day. If `before` is null, moves it to the end of the last stop's day. */
export function dropStop(
  stops: StopDraft[],
  id: string,
  before: string | null,
): Result<StopDraft[], ItineraryEditProblem> {
  const stop = stops.find((other) => other.id === id)
  const target = stops.find((other) => other.id === before)
  if (!stop || (before !== null && !target)) return refused('gone')
  if (stop === target) return ok(stops)
  const rest = stops.filter((other) => other !== stop)
  const day = target?.day ?? rest.at(-1)?.day ?? stop.day
  if (day !== stop.day && stop.booking_id) return refused('booked')
  const at = target ? rest.indexOf(target) : rest.length
  return ok([...rest.slice(0, at), { ...stop, day }, ...rest.slice(at)])
}

/** Reorders the stops of one day. `order` lists their present positions within that day. */
export function orderDay(stops: StopDraft[], day: number, order: number[]): StopDraft[] {
  const unordered = stops.filter((stop) => stop.day === day)
  const ordered = order.flatMap((n) => unordered[n] ?? [])
  return byDay([...stops.filter((stop) => stop.day !== day), ...ordered])
}

/** Changes a stop as the form says. If the stop is booked, changes only its note. */
export function changeStop(
  stops: StopDraft[],
  id: string,
  form: FormData,
  experiences: { id: string; vineyard_id: string }[],
): Result<StopDraft[], ItineraryEditProblem> {
  const stop = stops.find((other) => other.id === id)
  if (!stop) return refused('gone')
  const note = readProse(form.get('note'), 1000)
  if (!note.ok) return refused('note')
  const noted = { ...stop, note: note.value || null }
  if (stop.booking_id) return ok(replace(stops, stop, noted))

  const start_time = readTime(form.get('start_time'))
  if (start_time === undefined) return refused('time')
  const minutes = readMinutes(form.get('minutes'))
  if (minutes === undefined) return refused('minutes')
  const experience = experiences.find(
    ({ id, vineyard_id }) => id === form.get('experience_id') && vineyard_id === stop.vineyard_id,
  )
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

function byDay(stops: StopDraft[]): StopDraft[] {
  return stops.toSorted((a, b) => a.day - b.day)
}

function replace(stops: StopDraft[], old: StopDraft, now: StopDraft): StopDraft[] {
  return stops.map((stop) => (stop === old ? now : stop))
}

/** The look-ups that an edit needs. Visitors' edits read the database, admins' edits use the API. */
export type StopEditLookups<Problem> = {
  experiences(): Promise<{ id: string; vineyard_id: string }[]>
  hasVineyard(id: string): Promise<boolean>
  position(near: string): Promise<Result<Position | null, Problem>>
  legs(positions: (Position | null)[]): Promise<Legs>
}

/** Returns the stops after the edit that the form's `intent` names; undefined for an unknown intent. */
export async function editStops<Problem>(
  { stops: storedStops, begins_at }: Pick<Itinerary, 'stops' | 'begins_at'>,
  stops: StopDraft[],
  form: FormData,
  lookups: StopEditLookups<Problem>,
): Promise<Result<StopDraft[], ItineraryEditProblem | Problem> | undefined> {
  const id = String(form.get('stop') ?? '')
  const day = Math.min(Math.max(Number(form.get('day')) || 0, 0), lastDay)
  switch (form.get('intent')) {
    case 'up':
      return moveStop(stops, id, -1)
    case 'down':
      return moveStop(stops, id, 1)
    case 'drop':
      return dropStop(stops, id, String(form.get('before') ?? '') || null)
    case 'remove':
      return removeStop(stops, id)
    case 'change':
      return changeStop(stops, id, form, await lookups.experiences())
    case 'add_vineyard': {
      const vineyard_id = String(form.get('vineyard') ?? '')
      return (await lookups.hasVineyard(vineyard_id)) ? addStop(stops, { day, vineyard_id }) : refused('gone')
    }
    case 'add_place': {
      const position = await lookups.position(cleanLine(String(form.get('near') ?? '')))
      if (!position.ok) return position
      const place = readPlaceStop(form, position.value)
      return place.ok ? addStop(stops, { day, ...place.value }) : place
    }
    case 'order': {
      const edited = daysOf(storedStops).find((other) => other.day === day)
      if (!edited || edited.stops.length > mostOrdered) return refused('gone')
      const legs = await lookups.legs(edited.stops.map(positionOf))
      return ok(orderDay(stops, day, bestOrder(edited.stops.map(timed), legs, minutesOf(begins_at))))
    }
    default:
      return undefined
  }
}
