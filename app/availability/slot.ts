import type { RowOf } from '../platform/api/fields.server.ts'
import { type Day, formatTime, isDay, isTime, type Time } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'
import { countOf } from '../platform/text/counts.ts'
import type { openDayShape, slotShape } from './slot.shapes.ts'

/**
 * Slot: one start of an experience on one day, from a weekly pattern or a legacy row of `availability`. `remaining` is the
 * largest party that the slot could still take.
 */
export type Slot = RowOf<typeof slotShape>

/** A day with slots: the largest party that one of its slots could take, and the places left in all its slots. */
export type OpenDay = Omit<RowOf<typeof openDayShape>, 'id'>

/** A parsed slot id: a pattern on a day, or a legacy row. */
export type SlotName = { pattern_id: string; slot_date: Day } | { availability_id: string }

/** How staff name a slot: by its id or, if the experience is closed at that time, by a day and a start. */
export type StaffSlotName = SlotName | { slot_date: Day; start_time: Time }

/** Parses a slot id, or a day and a start such as '2026-06-06T14:30'. */
export function parseStaffSlot(text: string): StaffSlotName | undefined {
  const [slot_date = '', start_time = ''] = text.split('T')
  return isDay(slot_date) && isTime(start_time) ? { slot_date, start_time } : parseSlotId(text)
}

/** Returns a slot's id: `<pattern uuid>-<yyyy-MM-dd>`, or the legacy row's own id. */
export function slotId(slot: Pick<Slot, 'pattern_id' | 'availability_id' | 'slot_date'>): string {
  return slot.pattern_id === null ? String(slot.availability_id) : `${slot.pattern_id}-${slot.slot_date}`
}

/** Parses either kind of slot id, or returns undefined. */
export function parseSlotId(text: string): SlotName | undefined {
  const [pattern_id, slot_date] = [text.slice(0, 36).toLowerCase(), text.slice(37)]
  if (text.length === 36 && isId(pattern_id)) return { availability_id: pattern_id }
  return isId(pattern_id) && text[36] === '-' && isDay(slot_date) ? { pattern_id, slot_date } : undefined
}

/** Returns a slot's value in a form. It includes the start time, so that nobody books a slot that was moved meanwhile. */
export function formatSlotValue(slot: Pick<Slot, 'id' | 'start_time'>): string {
  return `${slot.id}@${slot.start_time}`
}

/** Parses a slot's value in a form; the start time may be missing. */
export function parseSlotValue(text: string): (SlotName & { start_time?: Time }) | undefined {
  const [id = '', start_time] = text.split('@')
  const name = parseSlotId(id)
  if (!name || start_time === undefined) return name
  return isTime(start_time) ? { ...name, start_time } : undefined
}

/** Returns '18 places left' or '1 place left'. */
export function countPlacesLeft(remaining: number): string {
  return `${countOf(remaining, 'place')} left`
}

const fewInSlot = 4
const fewOnDay = 3

/** Returns `full` without places, `small` with too few for the party, `few` with at most four places, and otherwise `free`. */
export function slotState(slot: Pick<Slot, 'remaining'>, guests: number): 'free' | 'few' | 'full' | 'small' {
  if (slot.remaining === 0) return 'full'
  if (slot.remaining < guests) return 'small'
  return slot.remaining <= fewInSlot ? 'few' : 'free'
}

/** Returns the state of a day. A day is `small` when it has places, but none of its slots takes the whole party. */
export function dayState(day: OpenDay, guests: number): 'free' | 'few' | 'full' | 'small' {
  if (day.remaining === 0) return 'full'
  if (day.largest_party < guests) return 'small'
  return day.remaining <= fewOnDay ? 'few' : 'free'
}

/** Returns slot times, such as '12:00 PM to 1:30 PM'. Adds 'next day' if the end is on the next day. */
export function formatSlotTimes({ start_time, end_time }: Pick<Slot, 'start_time' | 'end_time'>): string {
  return `${formatTime(start_time)} to ${formatTime(end_time)}${end_time <= start_time ? ' next day' : ''}`
}
