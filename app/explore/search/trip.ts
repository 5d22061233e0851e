import { addDays, type Day, dayOf, isDay, weekdayNumber } from '../../platform/days.ts'

// This file is separate from search-url.ts so that pages other than Explore do not load that file.

/** The chosen day and party, which links pass on from the list to the vineyard and the booking form. */
export type Trip = { date?: string; guests?: string }

export function readTrip(params: URLSearchParams): Trip {
  const [date, guests] = [params.get('date') ?? '', params.get('guests') ?? '']
  return {
    ...(isDay(date) ? { date } : {}),
    ...(/^[1-9]\d{0,3}$/.test(guests) ? { guests } : {}),
  }
}

/** Returns the trip for links to the booking form. Leaves out the party if the experience takes only `other_parties`. */
export function tripFor({ other_parties }: { other_parties: string | null }, trip: Trip): Trip {
  const { guests: _, ...withoutGuests } = trip
  return other_parties === null ? trip : withoutGuests
}

/** Returns the first Saturday and Sunday from a day on, in the order of their dates. */
export function weekendFrom(today: Day): Day[] {
  const weekday = weekdayNumber(today)
  return [addDays(today, (13 - weekday) % 7), addDays(today, (14 - weekday) % 7)].toSorted()
}

/**
 * Returns the days to offer beside the calendar: the first weekend, and on a Saturday also the next Saturday. From 5 PM on,
 * hardly any visit of that day can still be booked, so the next day counts as the first.
 */
export function quickDays(now: Date): Day[] {
  const first = dayOf(new Date(now.getTime() + 7 * 3_600_000))
  return weekdayNumber(first) === 6 ? [...weekendFrom(first), addDays(first, 7)] : weekendFrom(first)
}

/** Returns '' or '?experience=…&date=…&guests=…'. */
export function queryOf(parts: Trip & { experience?: string; search?: string; time?: string }): string {
  const params = new URLSearchParams(parts).toString()
  return params === '' ? '' : `?${params}`
}
