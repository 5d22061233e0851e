import type { Calendar } from './calendar.ts'
import { timeAfter } from './calendar.ts'
import { type Random, seededRandom } from './random.ts'
import type { SimulatedExperience, SimulatedPattern, SimulatedVineyard } from './vineyard.ts'
import { firstNames, lastNames, requests } from './names.ts'

export type SimulatedEvent = {
  kind: 'created' | 'status'
  actor: 'guest' | 'winemaker' | 'system'
  from: string | null
  to: string
  mail: 'received' | 'confirmed' | 'cancelled' | null
  at: string
  /** The id of the email of this event. */
  mail_id: string
}
export type SimulatedBooking = {
  id: string
  slot: SimulatedSlot
  guests: number
  name: string
  email: string
  phone: string
  requests: string
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed'
  key: string
  hash: string
  events: SimulatedEvent[]
}
/** A slot, with the number of places that its bookings take. Cancelled bookings do not count. */
export type SimulatedSlot = {
  id: string
  experience: SimulatedExperience
  pattern: SimulatedPattern
  day: Calendar['days'][number]
  end: string
  booked: number
}
export type SimulatedBook = { bookings: SimulatedBooking[]; slots: SimulatedSlot[] }

/** The most bookings of a vineyard. With more bookings, the search for a free place would take long. */
export const maxBookingsEach = 1000

/** The number of failed tries in a row after which the search for a free place ends. */
const maxTries = 1_000_000

/**
 * Returns `count` bookings of the n-th vineyard, from the calendar's first day to 300 days ahead. A Saturday or Sunday gets twice
 * as many as a weekday. The bookings have the events and emails that the site would have written by 00:00 on `today`. Throws if
 * there are not enough places.
 */
export function simulateBookings(
  seed: number,
  n: number,
  { experiences }: SimulatedVineyard,
  count: number,
  calendar: Calendar,
): SimulatedBook {
  const random = seededRandom(seed, 2 * n + 1)
  const slots = slotsOf(experiences, calendar, random)
  const bookings: SimulatedBooking[] = []
  const { behind } = calendar
  // In a new market, most visits are in the future. In an old market, most are in the past.
  const past = Math.max(0.2, behind / (behind + 360))
  let tries = 0
  while (bookings.length < count) {
    if (++tries > maxTries)
      throw new Error(`A vineyard took ${bookings.length} of ${count} bookings and has room for no more.`)
    const experience = random.pick(experiences)
    const pattern = random.pick(experience.patterns)
    const index = random.share() < past ? random.whole(0, behind - 1) : random.whole(behind + 1, behind + 300)
    const day = calendar.days[index] as Calendar['days'][number]
    const slot = slots.get(`${pattern.id}${day.day}`)
    if (!slot || (day.weekday < 6 && random.share() < 0.5)) continue

    const guests = partyFor(experience, random)
    if (slot.booked + guests > pattern.capacity) continue
    const history = simulateHistory(experience, index, day, slot.end, random, calendar)
    if (history.status !== 'cancelled') slot.booked += guests
    tries = 0
    bookings.push({
      id: random.id(),
      slot,
      guests,
      ...guestOf(random),
      key: random.id(),
      hash: random.hex(32),
      ...history,
    })
  }
  return { bookings, slots: [...slots.values()] }
}

/** Returns every slot of the calendar, by the id of its pattern and by its day. */
function slotsOf(experiences: SimulatedExperience[], { days }: Calendar, random: Random) {
  const slots = new Map<string, SimulatedSlot>()
  for (const experience of experiences)
    for (const pattern of experience.patterns) {
      const end = timeAfter(pattern.start, experience.minutes)
      for (const day of days)
        if (pattern.days.includes(day.weekday))
          slots.set(`${pattern.id}${day.day}`, { id: random.id(), experience, pattern, day, end, booked: 0 })
    }
  return slots
}

function partyFor({ least, most }: SimulatedExperience, random: Random): number {
  const usual = random.pick([1, 2, 2, 2, 2, 2, 3, 4, 4, 5, 6])
  return Math.min(Math.max(usual, least), most)
}

function guestOf(random: Random) {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}.${random.whole(1, 99_999)}@example.com`.toLowerCase(),
    phone: `07700 900${String(random.whole(0, 999)).padStart(3, '0')}`,
    requests: random.share() < 0.1 ? random.pick(requests) : '',
  }
}

/**
 * Returns the history of a booking. A past visit was booked in the 91 days before it. A future visit was booked in the 91 days
 * before today. Some are cancelled.
 */
function simulateHistory(
  experience: SimulatedExperience,
  index: number,
  day: Calendar['days'][number],
  end: string,
  random: Random,
  { days, behind }: Calendar,
): Pick<SimulatedBooking, 'status' | 'events'> {
  const past = index < behind
  const latest = Math.min(index - 1, behind - 1)
  // If the market has no earlier day, the booking was made on the market's first day.
  const madeOn = latest < 0 ? 0 : random.whole(Math.max(0, latest - 90), latest)
  const clock = { index: madeOn, second: latest < 0 ? 0 : random.whole(6 * 3600, 15 * 3600) }
  const later = () => {
    // The next event is on a later day, or a little later on the same day.
    const daysLeft = Math.max(0, latest - clock.index)
    clock.index += Math.min(daysLeft, random.whole(0, 2))
    clock.second += random.whole(300, 1800)
    return at()
  }
  const at = () => {
    const time = [3600, 60, 1].map((unit) => String(Math.floor(clock.second / unit) % 60).padStart(2, '0'))
    return `${days[clock.index]?.day} ${time.join(':')}+00`
  }

  const events: SimulatedEvent[] = []
  const addEvent = (
    actor: SimulatedEvent['actor'],
    from: string | null,
    to: string,
    mail: SimulatedEvent['mail'],
    when: string,
  ) =>
    events.push({
      kind: from === null ? 'created' : 'status',
      actor,
      from,
      to,
      mail,
      at: when,
      mail_id: random.id(),
    })

  const createdAt = at()
  addEvent('guest', null, 'pending', experience.is_instant ? null : 'received', createdAt)
  const isConfirmed = experience.is_instant || past || random.share() < 0.7
  if (experience.is_instant) addEvent('system', 'pending', 'confirmed', 'confirmed', createdAt)
  else if (isConfirmed) addEvent('winemaker', 'pending', 'confirmed', 'confirmed', later())
  if (random.share() < 0.1) {
    addEvent('guest', isConfirmed ? 'confirmed' : 'pending', 'cancelled', 'cancelled', later())
    return { status: 'cancelled', events }
  }
  if (!past) return { status: isConfirmed ? 'confirmed' : 'pending', events }
  addEvent('system', 'confirmed', 'completed', null, `${day.day} ${timeAfter(end, 60)}:00${day.offset}`)
  return { status: 'completed', events }
}
