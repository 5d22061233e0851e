import { isDay } from '../platform/days.ts'

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

/** '' or '?experience=…&date=…&guests=…' */
export function queryOf(parts: Trip & { experience?: string; search?: string }): string {
  const params = new URLSearchParams(parts).toString()
  return params === '' ? '' : `?${params}`
}
