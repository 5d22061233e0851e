import type { OpenDay, Slot } from '../../availability/slot.ts'
import { findOpenDays, findSlots, nextOpenDay } from '../../availability/slot.server.ts'
import { type Experience, usualParty } from '../../experiences/experience.ts'
import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable } from '../../platform/database.server.ts'
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
} from '../../platform/days.ts'
import type { Log } from '../../platform/log.server.ts'
import { fitsGroup, readGuests } from '../placing/booking-request.ts'

/** What a visitor has chosen so far, as it came: out of the address or out of the form. */
export type Choice = { date?: string | undefined; month?: string | undefined; guests?: string | undefined }

/** What the form shows for a choice. `days` and `slots` are null where they could not be read. */
export type BookingFormView = {
  now: Date
  today: Day
  guests: number
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
 * Reads days and times for what is chosen. What makes no sense falls back to the nearest that does: the usual party,
 * the next open day. Each part is read alone, so that one that fails leaves the others standing. What a booking that is
 * being moved holds is reckoned as free.
 */
export async function readBookingForm(
  sql: Queryable,
  log: Log,
  experience: Bookable,
  choice: Choice,
  now: Date,
  moving?: string,
): Promise<BookingFormView> {
  const today = dayOf(now)
  const last = addDays(today, experience.booking_horizon_days)
  const wanted = readGuests(choice.guests?.trim() ?? '')
  const guests = wanted !== undefined && fitsGroup(experience, wanted) ? wanted : usualParty(experience)

  const inReach = (day: string) => isDay(day) && day >= today && day <= last
  const asked = choice.date && inReach(choice.date) ? choice.date : undefined
  const askedMonth =
    choice.month && isMonth(choice.month) && choice.month >= monthOf(today) && choice.month <= monthOf(last)
      ? choice.month
      : undefined

  const firstOpen = async (from: Day) => {
    const read = await attempt(log, 'The next open day could not be read', () =>
      nextOpenDay(sql, experience.id, guests, from, now, moving),
    )
    return read.ok ? read.value : undefined
  }
  const suggested = asked || askedMonth ? undefined : await firstOpen(today)
  const date = asked && (!askedMonth || monthOf(asked) === askedMonth) ? asked : suggested
  const month = askedMonth ?? monthOf(date ?? today)

  const [days, slots] = await Promise.all([
    attempt(log, 'Open days could not be read', () =>
      findOpenDays(
        sql,
        experience.id,
        `${month}-01`,
        daysOfMonth(month).at(-1) ?? `${month}-28`,
        now,
        moving,
      ),
    ),
    date
      ? attempt(log, 'Times could not be read', () => findSlots(sql, experience.id, date, now, moving))
      : { ok: true as const, value: [] },
  ])

  const fits = days.ok && days.value.some((day) => day.largest_party >= guests)
  return {
    now,
    today,
    guests,
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
