import type { OpenDay, Slot } from '../availability/slot.ts'
import { findOpenDays, findSlots, nextOpenDay } from '../availability/slot.server.ts'
import { type Experience, nearestParty, usualParty } from '../experiences/experience.ts'
import { attempt } from '../platform/attempt.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  daysOfMonth,
  isDay,
  isMonth,
  type Month,
  monthOf,
} from '../platform/days.ts'
import type { Log } from '../platform/log.server.ts'
import { readGuests } from './booking-request.ts'

/** What a visitor has chosen so far, as it came: out of the address or out of the form. */
export type BookingChoice = {
  date?: string | undefined
  month?: string | undefined
  guests?: string | undefined
}

/** What the form shows for a choice. `days` and `slots` are null where they could not be read. */
export type BookingFormView = {
  now: Date
  today: Day
  guests: number
  /** Whether the party asked for is beyond the limits, so that `guests` is the nearest one that fits. */
  is_party_limited: boolean
  month: Month
  earlier: Month | undefined
  later: Month | undefined
  days: OpenDay[] | null
  date: Day | undefined
  slots: Slot[] | null
  /** The next day with places for the party, where the month or the day shown has none. */
  next_day: Day | undefined
}

type Bookable = Pick<Experience, 'id' | 'min_group_size' | 'max_group_size' | 'booking_horizon_days'>

/**
 * Reads days and times for what is chosen. A choice that is not possible becomes the nearest one that is: a party
 * within the limits, the next open day, the month of the next session. Each part is read alone, so that one that fails
 * leaves the others standing. Moving a booking ignores its own places.
 */
export async function readBookingForm(
  sql: Queryable,
  log: Log,
  experience: Bookable,
  choice: BookingChoice,
  now: Date,
  moving?: string,
): Promise<BookingFormView> {
  const today = dayOf(now)
  const last = addDays(today, experience.booking_horizon_days)
  const wanted = readGuests(choice.guests?.trim() ?? '')
  const guests = wanted === undefined ? usualParty(experience) : nearestParty(experience, wanted)

  const inReach = (day: string) => isDay(day) && day >= today && day <= last
  const asked = choice.date && inReach(choice.date) ? choice.date : undefined
  const askedMonth =
    choice.month && isMonth(choice.month) && choice.month >= monthOf(today) && choice.month <= monthOf(last)
      ? choice.month
      : undefined

  const firstOpen = async (from: Day, places = guests) => {
    const read = await attempt(log, 'The next open day could not be read', () =>
      nextOpenDay(sql, experience.id, places, from, now, moving),
    )
    return read.ok ? read.value : undefined
  }
  const openDaysIn = (month: Month) =>
    attempt(log, 'Open days could not be read', () =>
      findOpenDays(
        sql,
        experience.id,
        `${month}-01`,
        daysOfMonth(month).at(-1) ?? `${month}-28`,
        now,
        moving,
      ),
    )
  const suggested = asked || askedMonth ? undefined : await firstOpen(today)
  const date = asked && (!askedMonth || monthOf(asked) === askedMonth) ? asked : suggested
  // Where no session has room for the party, the month of the first full one is shown.
  let month = askedMonth ?? monthOf(date ?? (await firstOpen(today, 0)) ?? today)

  const [read, slots] = await Promise.all([
    openDaysIn(month),
    date
      ? attempt(log, 'Times could not be read', () => findSlots(sql, experience.id, date, now, moving))
      : { ok: true as const, value: [] },
  ])

  let days = read
  if (asked && !askedMonth && days.ok && days.value.length === 0) {
    const next = (await firstOpen(asked)) ?? (await firstOpen(today, 0))
    if (next) {
      month = monthOf(next)
      days = await openDaysIn(month)
    }
  }
  const fits = days.ok && days.value.some((day) => day.largest_party >= guests)
  return {
    now,
    today,
    guests,
    is_party_limited: wanted !== undefined && wanted !== guests,
    month,
    earlier: month > monthOf(today) ? addMonths(month, -1) : undefined,
    later: month < monthOf(last) ? addMonths(month, 1) : undefined,
    days: days.ok ? days.value : null,
    date,
    slots: slots.ok ? slots.value : null,
    next_day:
      (days.ok && !fits) || (slots.ok && slots.value.length === 0) ? await firstOpen(today) : undefined,
  }
}
