import { addDays, dayAt, instantOf, localOf, weekday } from './market-time.ts'
import type { Event, Exclusion, Offer, Plan, Single, Start, Status, Visit } from './market-types.ts'

/** A start of an offer on a day, without its bookings. A start whose capacity is null is closed. */
type PlannedStart = Omit<Start, 'capacity' | 'remaining'> & { offer: Offer; capacity: number | null }
type SlotOf = Pick<Start, 'plan' | 'single' | 'day'>

const minute = 60_000
const nameOf = ({ plan, single, day }: SlotOf) => `${(plan ?? single)?.id} ${day}`

/**
 * The model of a vineyard's bookings: the booking rules without SQL. It has no counters, but adds up the bookings each
 * time.
 */
export class Market {
  now: number
  visible = true
  hostCapacity: number | null
  offers: Offer[] = []
  plans: Plan[] = []
  singles: Single[] = []
  exclusions: Exclusion[] = []
  visits: Visit[] = []
  /** The starts that were planned on days that have passed. Later edits do not change these starts. */
  private passed = new Map<string, PlannedStart[]>()
  /** How often a slot was closed or its places were taken. An Undo compares this number to find changes. */
  private versions = new Map<string, number>()
  private closed = new Set<string>()

  constructor(now: number, hostCapacity: number | null) {
    this.now = now
    this.hostCapacity = hostCapacity
  }

  /** Returns the slots of an offer on a day, as guests or staff see them. The places of `without` count as free. */
  starts(
    offer: Offer,
    day: string,
    { staff = false, without = undefined as Visit | undefined } = {},
  ): Start[] {
    if (!this.visible || !offer.active) return []
    const today = dayAt(this.now)
    if (!staff && (day < today || day > addDays(today, offer.horizon))) return []
    const planned = day < today ? (this.passed.get(day) ?? []) : this.planned(offer, day)
    const found: Start[] = []
    for (const { capacity, ...one } of planned) {
      const { starts_at, ends_at } = one
      if (one.offer !== offer || capacity === null) continue
      if (one.plan && !this.plans.includes(one.plan)) continue
      if (!staff && starts_at <= this.now + offer.booking_cutoff * minute) continue
      const taken = this.peopleIn(one, day, without)
      const present = offer.hosted ? this.mostPresent(starts_at, ends_at, without) : 0
      const room =
        offer.hosted && this.hostCapacity !== null ? this.hostCapacity - present : Number.POSITIVE_INFINITY
      found.push({ ...one, capacity, remaining: Math.max(0, Math.min(capacity - taken, room)) })
    }
    return found
  }

  /** Returns the starts of an offer on a day, from its plans and legacy slots. */
  private planned(offer: Offer, day: string, withSuperseded = false): PlannedStart[] {
    const plans = this.plans.filter((plan) => plan.offer === offer && isPlanned(plan, day))
    const singles =
      plans.length > 0 && !withSuperseded
        ? []
        : this.singles.filter((single) => single.offer === offer && single.day === day)
    return [
      ...plans.map((plan) => ({ plan, single: null, start: plan.start_time })),
      ...singles.map((single) => ({ plan: null, single, start: single.start })),
    ].flatMap((one) => {
      const starts_at = instantOf(day, one.start)
      if (starts_at === undefined) return []
      const ends_at = starts_at + offer.minutes * minute
      return [
        { ...one, offer, day, starts_at, ends_at, capacity: this.capacityOf(one, offer, starts_at, ends_at) },
      ]
    })
  }

  /** Returns whether a plan had a start on a past day. */
  wasOffered(plan: Plan): boolean {
    return [...this.passed.values()].some((starts) => starts.some((start) => start.plan === plan))
  }

  /** Lets time pass. */
  pass(milliseconds: number): void {
    const first = dayAt(this.now)
    this.now += milliseconds
    for (let day = first; day < dayAt(this.now); day = addDays(day, 1))
      this.passed.set(
        day,
        this.offers.flatMap((offer) => this.planned(offer, day)),
      )
  }

  /**
   * Records which slots of these days have been closed since the last call. Also records a slot that was closed before,
   * if `closure` is now the exception that closes it.
   */
  noteClosings(days: string[], closure?: Exclusion): void {
    for (const day of days.filter((each) => each >= dayAt(this.now)))
      for (const offer of this.offers)
        for (const start of this.planned(offer, day, true)) {
          const name = nameOf(start)
          const isClosed = start.capacity === null
          if (isClosed && (!this.closed.has(name) || this.closureOf(start) === closure)) this.raise(start)
          if (isClosed) this.closed.add(name)
          else this.closed.delete(name)
        }
  }

  private raise(slot: SlotOf): void {
    this.versions.set(nameOf(slot), this.versionOf(slot) + 1)
  }

  private versionOf(slot: SlotOf): number {
    return this.versions.get(nameOf(slot)) ?? 0
  }

  /** Returns the capacity of a start, or null if it is closed. */
  private capacityOf(
    { plan, single }: Pick<Start, 'plan' | 'single'>,
    offer: Offer,
    starts_at: number,
    ends_at: number,
  ): number | null {
    const exceptions = this.exceptionsFor({ plan }, offer, starts_at, ends_at)
    if (exceptions.some(({ capacity }) => capacity === null)) return null
    const [nearest] = exceptions
    if (single) return Math.min(nearest?.capacity ?? single.total, single.total)
    return nearest?.capacity ?? plan?.capacity ?? 0
  }

  /**
   * Returns the exceptions for a start: those for a pattern, then those for an experience, then the others, each sorted by age
   * with the newest first. Any closure closes the start. If no closure applies, the first exception decides.
   */
  private exceptionsFor({ plan }: Pick<Start, 'plan'>, offer: Offer, starts_at: number, ends_at: number) {
    const rank = (exclusion: Exclusion) => (exclusion.plan ? 0 : exclusion.offer ? 1 : 2)
    return this.exclusions
      .filter(
        (exclusion) =>
          (exclusion.offer === null || exclusion.offer === offer) &&
          (exclusion.plan === null || exclusion.plan === plan) &&
          meets(exclusion, starts_at, ends_at),
      )
      .toSorted((a, b) => rank(a) - rank(b) || b.created_at - a.created_at || (a.id < b.id ? -1 : 1))
  }

  private closureOf({ offer, starts_at, ends_at, ...start }: PlannedStart): Exclusion | undefined {
    return this.exceptionsFor(start, offer, starts_at, ends_at).find(({ capacity }) => capacity === null)
  }

  private peopleIn({ plan, single }: Pick<Start, 'plan' | 'single'>, day: string, without?: Visit): number {
    return this.visits
      .filter((visit) => visit !== without && visit.status !== 'cancelled')
      .filter((visit) => (single ? visit.single === single : visit.plan === plan && visit.day === day))
      .reduce((sum, { guests }) => sum + guests, 0)
  }

  /** Returns the largest number of guests that a host has at any minute of a span. */
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

  /** Records that a visit was booked or moved. `takes` says whether it takes more places in its slot than before. */
  note(visit: Visit, kind: 'created' | 'moved', takes = true): void {
    visit.last = event(kind, visit.status)
    visit.undo_until = 0
    if (takes) this.raise(visit)
  }

  /** Changes the status of a visit as staff, who can undo the change for 30 seconds. */
  setStatus(visit: Visit, status: Status, closure?: Exclusion): void {
    const { status: was } = visit
    if (was === status) return
    if (was === 'cancelled') this.raise(visit)
    const changed = {
      status,
      cancelled_by_guest: false,
      undo_until: this.now + 30_000,
      last: event('status', was),
    }
    Object.assign(visit, changed, { cancelled_at: this.versionOf(visit), closure })
  }

  /** Cancels as a guest or reseller. A cancellation by staff is overridden only while staff can undo it. */
  cancelAsGuest(visit: Visit): void {
    if (visit.status === 'cancelled' && visit.undo_until <= this.now) return
    const last = event('status', visit.status)
    const cancelled_at = visit.status === 'cancelled' ? visit.cancelled_at : this.versionOf(visit)
    Object.assign(visit, { status: 'cancelled', cancelled_by_guest: true, undo_until: 0, last, cancelled_at })
  }

  /** Undoes the last change of a visit's status by staff. */
  undo(visit: Visit): void {
    const { status: was, last: undone } = visit
    if (was === 'cancelled' && !this.isUndisturbed(visit)) this.raise(visit)
    const last = { ...event('status', was), is_undo: true }
    const changed = { status: undone.was, cancelled_by_guest: false, undo_until: 0, last }
    Object.assign(visit, changed, { cancelled_at: this.versionOf(visit) })
  }

  /** Returns whether, since a visit's cancellation, its slot has stayed open and nobody has taken places in it. */
  isUndisturbed(visit: Visit): boolean {
    return visit.cancelled_at === this.versionOf(visit)
  }

  /** Returns whether the host has places left for a visit at the time of the visit. */
  hasHostFor({ offer, starts_at, ends_at, guests }: Visit): boolean {
    if (!offer.hosted || this.hostCapacity === null) return true
    return this.hostCapacity - this.mostPresent(starts_at, ends_at) >= guests
  }

  /** Returns the upcoming visits that a closure affects. */
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

  /** Returns how many guests are beyond the capacity of the upcoming starts whose capacity this exception decides. */
  overBy(exclusion: Exclusion): number {
    let sum = 0
    for (let day = exclusion.starts_on; day <= exclusion.ends_on; day = addDays(day, 1))
      for (const start of this.offers.flatMap((offer) => this.planned(offer, day, true))) {
        const { offer, capacity, starts_at, ends_at } = start
        const [decides] = this.exceptionsFor(start, offer, starts_at, ends_at)
        if (capacity !== null && starts_at > this.now && decides === exclusion)
          sum += Math.max(0, this.peopleIn(start, day) - capacity)
      }
    return sum
  }

  /** Returns whether another active plan has the same start on one of the days of this plan. */
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

const event = (kind: Event['kind'], was: Status): Event => ({ kind, was, is_undo: false })

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
