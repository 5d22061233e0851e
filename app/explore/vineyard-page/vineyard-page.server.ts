import { data, href, type RouterContextProvider } from 'react-router'
import { formatPlacesLeft } from '../../availability/components/slot-picker.tsx'
import { listNextSlots, type NextSlot } from '../../availability/slot.server.ts'
import { slotState } from '../../availability/slot.ts'
import {
  type Experience,
  formatParties,
  nearestParty,
  takesParty,
  usualParty,
} from '../../catalogue/experiences/experience.ts'
import { type SceneDrawing, scenesFor, withPicture } from '../../catalogue/scenes/scene-kind.ts'
import { readForPage, readOr } from '../../platform/attempt.server.ts'
import { clock, database, log, sentFields } from '../../platform/context.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { countOf } from '../../platform/text/counts.ts'
import { addDays, type Day, dayOf, formatTime, formatWeekdayBrief } from '../../platform/days.ts'
import type { UpcomingSlot } from './vineyard-head.ts'
import { isId } from '../../platform/ids.ts'
import { queryOf, type Trip } from '../search/trip.ts'
import type { Poster, Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import { findVisibleVineyard } from '../../catalogue/vineyards/vineyard.server.ts'
import { cancellationRule } from '../../bookings/booking-terms.ts'

/**
 * Returns a visible vineyard, and the data that `readRest` reads for its page. Throws 404 for an id that is unknown, malformed
 * or hidden, and 503 if the database cannot answer.
 */
export async function readVineyard<Rest = null>(
  context: Readonly<RouterContextProvider>,
  id: string,
  readRest: (sql: Sql, id: string) => Promise<Rest | null> = async () => null,
): Promise<[Vineyard & Poster, Rest]> {
  if (!isId(id)) throw notFound()
  const sql = context.get(database)
  const [vineyard, rest] = await readForPage(
    context.get(log),
    'A vineyard could not be read',
    () => Promise.all([findVisibleVineyard(sql, id), readRest(sql, id)]),
    {
      message: 'Failed to load vineyard details',
      to: href('/vineyard/:id', { id }),
      typed: context.get(sentFields),
    },
  )
  if (!vineyard) throw notFound()
  return [vineyard, rest as Rest]
}

const mostUpcoming = 8

/** Returns the next slots of these experiences with places left, within a fortnight, at most eight for each experience. */
export async function readUpcomingSlots(
  sql: Queryable,
  experienceIds: string[],
  now: Date,
): Promise<UpcomingSlot[]> {
  const today = dayOf(now)
  return sql<UpcomingSlot[]>`
    select e.id as experience_id, s.starts_at, s.ends_at, s.capacity, s.remaining
    from unnest(${experienceIds}::uuid[]) with ordinality as e (id, position)
      cross join lateral (
        select * from slots_of(e.id, ${today}, ${addDays(today, 13)}, ${now}) open
        where open.remaining > 0
        order by open.starts_at
        limit ${mostUpcoming}
      ) as s
    order by e.position, s.starts_at`
}

/** A time with places. `query` opens the booking form with this day and time, and the party. */
export type NextTime = { day: string; time: string; places: string; is_few: boolean; query: string }

/** An experience as the vineyard's page offers it. The server makes its texts, so that the browser loads less code. */
export type ExperienceOffer = Experience & {
  cancellation_rule: string
  /** The first day with places for the party, null if there is none or it could not be read. */
  next_day: Day | null
  next_times: NextTime[]
  /** 'Takes 4–8' if the experience does not take a party of the chosen size. Links then leave out the party. */
  other_parties: string | null
  /** The drawing of the visit; null if the experience has a picture. */
  drawing: SceneDrawing | null
}

const timesShown = 5

/** Adds the next times to the experiences, from the chosen day on and for the chosen party. */
export async function readOffers(
  context: Readonly<RouterContextProvider>,
  experiences: Experience[],
  pictures: { experience_id: string | null }[],
  trip: Trip,
): Promise<ExperienceOffer[]> {
  const now = context.get(clock)()
  const today = dayOf(now)
  const guests = trip.guests ? Number(trip.guests) : null
  const slots = await readOr(context, 'The next times could not be read', [], (sql) =>
    listNextSlots(
      sql,
      experiences.map(({ id }) => id),
      guests,
      trip.date && trip.date > today ? trip.date : today,
      timesShown,
      now,
    ),
  )
  const scenes = scenesFor(
    experiences.map((experience) => withPicture(experience, pictures)),
    today,
  )
  return experiences.map((experience, n) => {
    const next = slots.filter(({ experience_id }) => experience_id === experience.id)
    return {
      ...experience,
      cancellation_rule: cancellationRule(experience.cancellation_cutoff_minutes, undefined, now),
      next_day: next[0]?.slot_date ?? null,
      next_times: next.map((slot) => describeTime(slot, experience, trip, today)),
      other_parties: guests === null || takesParty(experience, guests) ? null : formatParties([experience]),
      drawing: scenes[n] ?? null,
    }
  })
}

function describeTime(slot: NextSlot, experience: Experience, trip: Trip, today: Day): NextTime {
  const { slot_date, start_time, remaining } = slot
  const guests = Number(trip.guests ?? nearestParty(experience, Math.min(usualParty(experience), remaining)))
  const is_few = slotState(slot, guests) === 'few'
  const [date, time] = [slot_date, start_time.slice(0, 5)]
  return {
    day: slot_date === today ? 'Today' : formatWeekdayBrief(slot_date, today),
    time: formatTime(start_time),
    places: is_few ? formatPlacesLeft(slot, guests) : countOf(remaining, 'place'),
    is_few,
    query: queryOf({ experience: experience.id, date, time, guests: String(guests) }),
  }
}

function notFound() {
  const page = { title: 'Vineyard Not Found', message: 'Vineyard not found' }
  return data({ ...page, to: href('/explore'), label: 'Back to Explore' }, { status: 404 })
}
