/** An experience. */
export type Offer = {
  id: string
  vineyard_id: string
  price_per_person: number
  minutes: number
  min: number
  max: number
  booking_cutoff: number
  horizon: number
  cancellation_cutoff: number
  active: boolean
  hosted: boolean
}
/** A pattern, which is a weekly start. */
export type Plan = {
  id: string
  offer: Offer
  days_of_week: number[]
  start_time: string
  capacity: number
  valid_from: string
  valid_until: string | null
  active: boolean
}
/** A legacy slot. */
export type Single = { id: string; offer: Offer; day: string; start: string; total: number }
/** An exception. It closes if its capacity is null. */
export type Exclusion = {
  id: string
  offer: Offer | null
  plan: Plan | null
  starts_on: string
  ends_on: string
  from_time: string | null
  until_time: string | null
  capacity: number | null
  created_at: number
}
export type Status = 'pending' | 'confirmed' | 'cancelled' | 'completed'
/** A booking. */
export type Visit = {
  id: string
  offer: Offer
  plan: Plan | null
  single: Single | null
  day: string
  start: string
  starts_at: number
  ends_at: number
  guests: number
  status: Status
  overbooked: boolean
  /** Whether the guest or a reseller cancelled last, or overrode a cancellation by staff. */
  cancelled_by_guest: boolean
  /** The instant until which staff can undo their last change of the status. */
  undo_until: number
  /** The version of the slot when the visit was cancelled. `closure` is the closure that cancelled the visit. */
  cancelled_at?: number
  closure?: Exclusion | undefined
  last: Event
}
/** The last event of a visit. */
export type Event = {
  kind: 'created' | 'status' | 'moved'
  /** The status before the event. */
  was: Status
  is_undo: boolean
}
/** A slot, with its capacity and the places left. */
export type Start = {
  plan: Plan | null
  single: Single | null
  day: string
  start: string
  starts_at: number
  ends_at: number
  capacity: number
  remaining: number
}
