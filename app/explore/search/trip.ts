import { addDays, type Day, isDay, weekdayNumber } from '../../platform/days.ts'

// Apart from search-url.ts, which pages other than Explore need not load.

/** The chosen day and party, which links pass on from the list to the vineyard and the booking form. */
export type Trip = { date?: string; guests?: string }

export function readTrip(params: URLSearchParams): Trip {
  const [date, guests] = [params.get('date') ?? '', params.get('guests') ?? '']
  return {
    ...(isDay(date) ? { date } : {}),
    ...(/^[1-9]\d{0,3}$/.test(guests) ? { guests } : {}),
  }
}

/** What links to the booking form carry: no party if the experience takes others, `other_parties`. */
export function tripFor({ other_parties }: { other_parties: string | null }, trip: Trip): Trip {
  const { guests: _, ...withoutGuests } = trip
  return other_parties === null ? trip : withoutGuests
}

/** The first Saturday and Sunday from a day on, the earlier first. */
export function weekendFrom(today: Day): Day[] {
  const weekday = weekdayNumber(today)
  return [addDays(today, (13 - weekday) % 7), addDays(today, (14 - weekday) % 7)].toSorted()
}

/** The days to offer beside the calendar: the first weekend, and on a Saturday the next one too, which is a week away. */
export function quickDays(today: Day): Day[] {
  return weekdayNumber(today) === 6 ? [...weekendFrom(today), addDays(today, 7)] : weekendFrom(today)
}

/** '' or '?experience=…&date=…&guests=…' */
export function queryOf(parts: Trip & { experience?: string; search?: string; time?: string }): string {
  const params = new URLSearchParams(parts).toString()
  return params === '' ? '' : `?${params}`
}
