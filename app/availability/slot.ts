import { type Day, isDay, isTime, type Time } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'

/**
 * Slot: one start of an experience on one day. It comes from a weekly pattern, or from a single legacy row of
 * `availability`. Its capacity is how many people it holds, `remaining` the largest party it could still take.
 */
export type Slot = {
  id: string
  pattern_id: string | null
  availability_id: string | null
  slot_date: Day
  start_time: Time
  end_time: Time
  starts_at: Date
  ends_at: Date
  capacity: number
  remaining: number
}

/** A day with slots: the largest party that one of them could take, and the places of all of them. */
export type OpenDay = { slot_date: Day; largest_party: number; remaining: number }

/** What a slot's id says: a pattern on a day, or a legacy row. */
export type SlotName = { pattern_id: string; slot_date: Day } | { availability_id: string }

/** `<pattern uuid>-<yyyy-MM-dd>`, or a legacy row's own id. */
export function slotId(slot: Pick<Slot, 'pattern_id' | 'availability_id' | 'slot_date'>): string {
  return slot.pattern_id === null ? String(slot.availability_id) : `${slot.pattern_id}-${slot.slot_date}`
}

/** Reads either kind of slot id; what is neither names no slot. */
export function readSlotId(text: string): SlotName | undefined {
  const [pattern_id, slot_date] = [text.slice(0, 36).toLowerCase(), text.slice(37)]
  if (text.length === 36 && isId(pattern_id)) return { availability_id: pattern_id }
  return isId(pattern_id) && text[36] === '-' && isDay(slot_date) ? { pattern_id, slot_date } : undefined
}

/** A slot as a form names it: its id, and the start that was shown. One that is edited meanwhile is not booked unasked. */
export function slotShown(slot: Pick<Slot, 'id' | 'start_time'>): string {
  return `${slot.id}@${slot.start_time}`
}

/** Reads what a form chose, with or without the start that was shown. */
export function readSlotShown(text: string): (SlotName & { start_time?: Time }) | undefined {
  const [id = '', start_time] = text.split('@')
  const name = readSlotId(id)
  if (!name || start_time === undefined) return name
  return isTime(start_time) ? { ...name, start_time } : undefined
}

/** '18 places left', '1 place left'. */
export function countPlacesLeft(remaining: number): string {
  return remaining === 1 ? '1 place left' : `${remaining} places left`
}

const few = 4
const fewOnADay = 3

/** How a start looks to a party: free, its last places, full, or too small for them. */
export function slotState(slot: Pick<Slot, 'remaining'>, guests: number): 'free' | 'few' | 'full' | 'small' {
  if (slot.remaining === 0) return 'full'
  if (slot.remaining < guests) return 'small'
  return slot.remaining <= few ? 'few' : 'free'
}

/** How a day looks to a party. A day is 'small' when it has places but no one start holds them all. */
export function dayState(day: OpenDay, guests: number): 'free' | 'few' | 'full' | 'small' {
  if (day.remaining === 0) return 'full'
  if (day.largest_party < guests) return 'small'
  return day.remaining <= fewOnADay ? 'few' : 'free'
}
