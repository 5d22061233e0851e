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

/** '1 vineyard found for kent', '12 vineyards found, places for 4', '12 vineyards found, nearest to Canterbury first' */
export function countText(
  found: number,
  {
    search,
    guests = null,
    near = null,
  }: { search: string; guests?: number | null; near?: { label: string } | null },
): string {
  return [
    `${vineyards(found)} found${search === '' ? '' : ` for ${search}`}`,
    guests !== null && `places for ${guests}`,
    near && found > 1 && `nearest to ${near.label} first`,
  ]
    .filter(Boolean)
    .join(', ')
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
