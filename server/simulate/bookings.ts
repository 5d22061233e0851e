import type { Calendar } from './calendar.ts'
import { timeAfter } from './calendar.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { SimulatedExperience, SimulatedPattern, SimulatedVineyard } from './vineyard.ts'
import { firstNames, lastNames, requests } from './words.ts'

export type SimulatedEvent = {
  kind: 'created' | 'status'
  actor: 'guest' | 'winemaker' | 'system'
  from: string | null
  to: string
  mail: 'received' | 'confirmed' | 'cancelled' | null
  at: string
  /** Of its mail. */
  mail_id: string
}
export type SimulatedBooking = {
  id: string
  experience: SimulatedExperience
  pattern: SimulatedPattern
  day: Calendar['days'][number]
  end: string
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
/** What a slot's counter must say: the places of its bookings that are not cancelled. */
export type SimulatedCounter = { pattern: SimulatedPattern; day: string; booked: number }
export type SimulatedBook = { bookings: SimulatedBooking[]; counters: SimulatedCounter[] }

/** So many a vineyard takes without a search for a free place becoming long. */
export const mostBookingsEach = 1000

/** So many tries in a row that find none mean that there is none. */
const mostTries = 1_000_000

/**
 * So many bookings of the n-th vineyard, from the calendar's first day to 300 ahead, weekends twice as often; with the events
 * and mails that the acts of a guest, the vineyard and the clock would have written. Ends at `today`, 00:00. Throws where
 * its experiences have no room for so many.
 */
export function simulateBookings(
  seed: number,
  n: number,
  { experiences }: SimulatedVineyard,
  count: number,
  calendar: Calendar,
): SimulatedBook {
  const chance = chanceOf(seed, 2 * n + 1)
  const counters = new Map<string, SimulatedCounter>()
  const bookings: SimulatedBooking[] = []
  const { behind } = calendar
  // A young market has most of its visits before it, an old one behind it.
  const past = Math.max(0.2, behind / (behind + 360))
  let tries = 0
  while (bookings.length < count) {
    if (++tries > mostTries)
      throw new Error(`A vineyard took ${bookings.length} of ${count} bookings and has room for no more.`)
    const experience = chance.pick(experiences)
    const pattern = chance.pick(experience.patterns)
    const index = chance.share() < past ? chance.whole(0, behind - 1) : chance.whole(behind + 1, behind + 300)
    const day = calendar.days[index] as Calendar['days'][number]
    if (!pattern.days.includes(day.weekday) || (day.weekday < 6 && chance.share() < 0.5)) continue

    const guests = partyFor(experience, chance)
    const key = `${pattern.id}${day.day}`
    const counter = counters.get(key) ?? { pattern, day: day.day, booked: 0 }
    if (counter.booked + guests > pattern.capacity) continue
    const told = history(
      experience,
      index,
      day,
      timeAfter(pattern.start, experience.minutes),
      chance,
      calendar,
    )
    if (told.status !== 'cancelled') counter.booked += guests
    // Whoever cancels leaves the counter behind: it exists once somebody booked.
    counters.set(key, counter)
    tries = 0
    bookings.push({
      id: chance.id(),
      experience,
      pattern,
      day,
      end: timeAfter(pattern.start, experience.minutes),
      guests,
      ...guestOf(chance),
      key: chance.id(),
      hash: chance.hex(32),
      ...told,
    })
  }
  return { bookings, counters: [...counters.values()] }
}

function partyFor({ least, most }: SimulatedExperience, chance: Chance): number {
  const usual = chance.pick([1, 2, 2, 2, 2, 2, 3, 4, 4, 5, 6])
  return Math.min(Math.max(usual, least), most)
}

function guestOf(chance: Chance) {
  const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)]
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}.${chance.whole(1, 99_999)}@example.com`.toLowerCase(),
    phone: `07700 900${String(chance.whole(0, 999)).padStart(3, '0')}`,
    requests: chance.share() < 0.1 ? chance.pick(requests) : '',
  }
}

/** How a booking came about and what became of it: made up to 90 days ahead, answered and perhaps cancelled later. */
function history(
  experience: SimulatedExperience,
  index: number,
  day: Calendar['days'][number],
  end: string,
  chance: Chance,
  { days, behind }: Calendar,
): Pick<SimulatedBooking, 'status' | 'events'> {
  const past = index < behind
  const latest = Math.min(index - 1, behind - 1)
  // The market opens 60 days back; what is visited in the first days was booked on the day before the first.
  const madeOn = latest < 0 ? 0 : chance.whole(Math.max(0, latest - 90), latest)
  const clock = { index: madeOn, second: latest < 0 ? 0 : chance.whole(6 * 3600, 15 * 3600) }
  const later = () => {
    // What follows happens on a later day, or a little later on the same.
    const room = Math.max(0, latest - clock.index)
    clock.index += Math.min(room, chance.whole(0, 2))
    clock.second += chance.whole(300, 1800)
    return at()
  }
  const at = () => {
    const time = [3600, 60, 1].map((unit) => String(Math.floor(clock.second / unit) % 60).padStart(2, '0'))
    return `${days[clock.index]?.day} ${time.join(':')}+00`
  }

  const events: SimulatedEvent[] = []
  const turn = (
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
      mail_id: chance.id(),
    })

  const made = at()
  turn('guest', null, 'pending', experience.is_instant ? null : 'received', made)
  const answered = experience.is_instant || past || chance.share() < 0.7
  if (experience.is_instant) turn('system', 'pending', 'confirmed', 'confirmed', made)
  else if (answered) turn('winemaker', 'pending', 'confirmed', 'confirmed', later())
  if (chance.share() < 0.1) {
    turn('guest', answered ? 'confirmed' : 'pending', 'cancelled', 'cancelled', later())
    return { status: 'cancelled', events }
  }
  if (!past) return { status: answered ? 'confirmed' : 'pending', events }
  turn('system', 'confirmed', 'completed', null, `${day.day} ${timeAfter(end, 60)}:00${day.offset}`)
  return { status: 'completed', events }
}
