import { addDays, dayAt, instantOf, localOf, weekday } from './market-time.ts'

/**
 * The model of a vineyard's bookings: the booking rules without SQL. It has no counters; everything is summed from the
 * bookings each time.
 */
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
export type Single = { id: string; offer: Offer; day: string; start: string; total: number }
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
  /** Whether its guest or reseller cancelled last, or took over a cancellation by staff. */
  cancelled_by_guest: boolean
  /** Until when staff may undo their last change of the status. */
  undo_until: number
  last: Event
}
/** What happened last to a visit. `number` counts the events of the market. */
export type Event = {
  number: number
  at: number
  kind: 'created' | 'status' | 'moved'
  /** The status before. */
  was: Status
  is_undo: boolean
}
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

const minute = 60_000

export class Market {
  now: number
  visible = true
  hostCapacity: number | null
  offers: Offer[] = []
  plans: Plan[] = []
  singles: Single[] = []
  exclusions: Exclusion[] = []
  visits: Visit[] = []
  private events = 0
  /** The events that took places for visits. An Undo refers to the event that was undone. */
  private taken: { visit: Visit; number: number; undoes: number | null }[] = []

  constructor(now: number, hostCapacity: number | null) {
    this.now = now
    this.hostCapacity = hostCapacity
  }

  /** The slots of an offer on a day, for guests or staff. The places of `without` count as free. */
  starts(
    offer: Offer,
    day: string,
    { staff = false, without = undefined as Visit | undefined } = {},
  ): Start[] {
    if (!this.visible || !offer.active) return []
    const today = dayAt(this.now)
    if (!staff && (day < today || day > addDays(today, offer.horizon))) return []
    const plans = this.plans.filter((plan) => plan.offer === offer && isPlanned(plan, day))
    const singles =
      plans.length > 0 ? [] : this.singles.filter((single) => single.offer === offer && single.day === day)
    const found: Start[] = []
    for (const one of [
      ...plans.map((plan) => ({ plan, single: null })),
      ...singles.map((single) => ({ plan: null, single })),
    ]) {
      const start = one.plan?.start_time ?? one.single?.start ?? ''
      const starts_at = instantOf(day, start)
      if (starts_at === undefined) continue
      if (!staff && starts_at <= this.now + offer.booking_cutoff * minute) continue
      const ends_at = starts_at + offer.minutes * minute
      const capacity = this.capacityOf(one, offer, starts_at, ends_at)
      if (capacity === null) continue
      const taken = this.peopleIn(one, day, without)
      const present = offer.hosted ? this.mostPresent(starts_at, ends_at, without) : 0
      const room =
        offer.hosted && this.hostCapacity !== null ? this.hostCapacity - present : Number.POSITIVE_INFINITY
      found.push({
        ...one,
        day,
        start,
        starts_at,
        ends_at,
        capacity,
        remaining: Math.max(0, Math.min(capacity - taken, room)),
      })
    }
    return found
  }

  /** null: closed. */
  private capacityOf(
    { plan, single }: Pick<Start, 'plan' | 'single'>,
    offer: Offer,
    starts_at: number,
    ends_at: number,
  ): number | null {
    const speaking = this.exclusions.filter(
      (exclusion) =>
        (exclusion.offer === null || exclusion.offer === offer) &&
        (exclusion.plan === null || exclusion.plan === plan) &&
        meets(exclusion, starts_at, ends_at),
    )
    if (speaking.some(({ capacity }) => capacity === null)) return null
    const rank = (exclusion: Exclusion) => (exclusion.plan ? 0 : exclusion.offer ? 1 : 2)
    const [nearest] = speaking.toSorted(
      (a, b) => rank(a) - rank(b) || b.created_at - a.created_at || (a.id < b.id ? -1 : 1),
    )
    if (single) return Math.min(nearest?.capacity ?? single.total, single.total)
    return nearest?.capacity ?? plan?.capacity ?? 0
  }

  private peopleIn({ plan, single }: Pick<Start, 'plan' | 'single'>, day: string, without?: Visit): number {
    return this.visits
      .filter((visit) => visit !== without && visit.status !== 'cancelled')
      .filter((visit) => (single ? visit.single === single : visit.plan === plan && visit.day === day))
      .reduce((sum, { guests }) => sum + guests, 0)
  }

  /** The most guests present at a host at any minute of a span. */
  private mostPresent(starts_at: number, ends_at: number, without?: Visit): number {
    const others = this.visits.filter(
      (visit) => visit.offer.hosted && visit !== without && visit.status !== 'cancelled',
    )
    const moments = [starts_at, ...others.map((visit) => visit.starts_at)].filter(
      (at) => at >= starts_at && at < ends_at,
    )
    const at = (moment: number) =>
      others
        .filter((visit) => visit.starts_at <= moment && visit.ends_at > moment)
        .reduce((sum, { guests }) => sum + guests, 0)
    return Math.max(...moments.map(at))
  }

  /** Notes that a visit was booked or moved. */
  note(visit: Visit, kind: 'created' | 'moved'): void {
    visit.last = this.event(kind, visit.status)
    visit.undo_until = 0
    this.taken.push({ visit, number: visit.last.number, undoes: null })
  }

  /** Staff change a visit's status, which they may undo for 30 seconds. */
  setStatus(visit: Visit, status: Status): void {
    const { status: was } = visit
    if (was === status) return
    const last = this.event('status', was)
    if (was === 'cancelled') this.taken.push({ visit, number: last.number, undoes: null })
    Object.assign(visit, { status, cancelled_by_guest: false, undo_until: this.now + 30_000, last })
  }

  /** A guest or reseller cancels. They take over a cancellation by staff only while staff can undo it. */
  cancelAsGuest(visit: Visit): void {
    if (visit.status === 'cancelled' && visit.undo_until <= this.now) return
    const last = this.event('status', visit.status)
    Object.assign(visit, { status: 'cancelled', cancelled_by_guest: true, undo_until: 0, last })
  }

  /** Staff undo their last change of a visit's status. */
  undo(visit: Visit): void {
    const { status: was, last: undone } = visit
    const last = { ...this.event('status', was), is_undo: true }
    if (was === 'cancelled') this.taken.push({ visit, number: last.number, undoes: undone.number })
    Object.assign(visit, { status: undone.was, cancelled_by_guest: false, undo_until: 0, last })
  }

  /**
   * Whether nobody has taken places around a visit's day since its last event, and nothing was closed there. An Undo
   * only puts back what was there at that event, unless it undid an earlier one.
   */
  isUndisturbed(visit: Visit): boolean {
    const { day, last } = visit
    const isNear = (from: string, until: string) => addDays(from, -1) <= day && day <= addDays(until, 1)
    return (
      !this.taken.some(
        (taken) =>
          taken.visit !== visit &&
          isNear(taken.visit.day, taken.visit.day) &&
          taken.number > last.number &&
          (taken.undoes === null || taken.undoes < last.number),
      ) &&
      !this.exclusions.some(
        ({ created_at, starts_on, ends_on }) => created_at >= last.at && isNear(starts_on, ends_on),
      )
    )
  }

  private event(kind: Event['kind'], was: Status): Event {
    return { number: ++this.events, at: this.now, kind, was, is_undo: false }
  }

  /** The upcoming visits that a closure affects. */
  under(exclusion: Omit<Exclusion, 'id' | 'created_at'>): Visit[] {
    return this.visits.filter(
      (visit) =>
        (visit.status === 'pending' || visit.status === 'confirmed') &&
        visit.starts_at > this.now &&
        (exclusion.offer === null || visit.offer === exclusion.offer) &&
        (exclusion.plan === null || visit.plan === exclusion.plan) &&
        meets(exclusion, visit.starts_at, visit.ends_at),
    )
  }

  /** Whether another active plan has the same start on a day of this one. */
  clashes(plan: Plan): boolean {
    return (
      plan.active &&
      this.plans.some(
        (other) =>
          other.id !== plan.id &&
          other.active &&
          other.offer === plan.offer &&
          other.start_time === plan.start_time &&
          other.days_of_week.some((day) => plan.days_of_week.includes(day)) &&
          other.valid_from <= (plan.valid_until ?? '9999') &&
          plan.valid_from <= (other.valid_until ?? '9999'),
      )
    )
  }
}

function isPlanned(plan: Plan, day: string): boolean {
  return (
    plan.active &&
    plan.days_of_week.includes(weekday(day)) &&
    plan.valid_from <= day &&
    day <= (plan.valid_until ?? '9999')
  )
}

function meets(exclusion: Omit<Exclusion, 'id' | 'created_at'>, starts_at: number, ends_at: number): boolean {
  const [enters, leaves] = [localOf(starts_at), localOf(ends_at)]
  const { starts_on, ends_on, from_time, until_time } = exclusion
  const days = [...new Set([enters.slice(0, 10), leaves.slice(0, 10)])].filter(
    (day) => day >= starts_on && day <= ends_on,
  )
  if (from_time === null) return days.includes(enters.slice(0, 10))
  return days.some((day) => enters < `${day}T${until_time}:00` && leaves > `${day}T${from_time}:00`)
}
