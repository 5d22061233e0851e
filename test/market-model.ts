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
  /** Whether its guest cancelled last, or made a cancellation by staff the own one. */
  cancelled_by_guest: boolean
  /** Until when staff may undo their last change of the status. */
  undo_until: number
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
const zone = 'Europe/London'

/** The instant of a London start in milliseconds, undefined if the clocks skip it. */
export const instantOf = remembered((day: string, start: string): number | undefined => {
  const wanted = Temporal.PlainDateTime.from(`${day}T${start}`)
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return found.toPlainDateTime().equals(wanted) ? found.epochMilliseconds : undefined
})

/** The London wall clock at an instant: 2026-03-29T02:30:00. */
const localOf = remembered((instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString(),
)
export const dayAt = (instant: number) => localOf(instant).slice(0, 10)
export const addDays = remembered((day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString(),
)
const weekday = remembered((day: string) => Temporal.PlainDate.from(day).dayOfWeek)

/** Caches results, because Temporal is slow. */
function remembered<Args extends (string | number)[], Value>(ask: (...args: Args) => Value) {
  const known = new Map<string, Value>()
  return (...args: Args): Value => {
    const key = args.join()
    if (!known.has(key)) known.set(key, ask(...args))
    return known.get(key) as Value
  }
}

export class Market {
  now: number
  visible = true
  hostCapacity: number | null
  offers: Offer[] = []
  plans: Plan[] = []
  singles: Single[] = []
  exclusions: Exclusion[] = []
  visits: Visit[] = []

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

  /** Staff change a visit's status, which they may undo for 30 seconds. */
  setStatus(visit: Visit, status: Status): void {
    if (visit.status === status) return
    Object.assign(visit, { status, cancelled_by_guest: false, undo_until: this.now + 30_000 })
  }

  /** A guest cancels. A cancellation by staff becomes the guest's only while staff can undo it. */
  cancelAsGuest(visit: Visit): void {
    if (visit.status === 'cancelled' && visit.undo_until <= this.now) return
    Object.assign(visit, { status: 'cancelled', cancelled_by_guest: true, undo_until: 0 })
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
