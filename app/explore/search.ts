import { isDay } from '../platform/days.ts'

/** Longer than any name, so that what is cut off could not have matched anyway. */
const longestTerm = 201

/** The term somebody searches for, from the address: of repeated ones the first, trimmed, as it was typed. */
export function readSearch(params: URLSearchParams): string {
  const typed = (params.get('search') ?? '').normalize('NFC')
  return typed
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestTerm)
    .trim()
}

/**
 * '1 vineyard found', '12 vineyards found for kent', '12 vineyards found, nearest to Canterbury first': around a place
 * the list is in another order, but holds those far away as well.
 */
export function countText(found: number, search: string, near: { label: string } | null = null): string {
  const count = `${vineyards(found)} found`
  const all = search === '' ? count : `${count} for ${search}`
  return near && found > 1 ? `${all}, nearest to ${near.label} first` : all
}

/** '1 vineyard', '12 vineyards' */
export function vineyards(count: number): string {
  return count === 1 ? '1 vineyard' : `${count} vineyards`
}

/** The day and the party already chosen, which travel in links from the list to the form. */
export type Trip = { date?: string; guests?: string }

export function readTrip(params: URLSearchParams): Trip {
  const [date, guests] = [params.get('date') ?? '', params.get('guests') ?? '']
  return {
    ...(isDay(date) ? { date } : {}),
    ...(/^[1-9]\d{0,3}$/.test(guests) ? { guests } : {}),
  }
}

/** A query made of all that is set: '' or '?experience=…&date=…&guests=…'. */
export function queryOf(parts: Trip & { experience?: string; search?: string }): string {
  const query = new URLSearchParams(parts).toString()
  return query === '' ? '' : `?${query}`
}
