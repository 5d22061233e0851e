import { isId } from '../../platform/ids.ts'
import { inStorage } from '../../platform/in-storage.ts'
import { countOf } from '../../platform/text/counts.ts'

/** Local storage key of the favourites: a JSON list of vineyard ids, newest first. */
export const favouritesKey = 'favourite_vineyards'

/** Returns the start of the token, which is enough to distinguish sign-ins. */
export function signInMark(token: string): string {
  return token.slice(0, 8)
}

/** Local storage key of vineyards that could not be saved because the list was full. */
export const leftOutKey = 'favourites_left_out'

/** The largest number of favourites, so that the URL with all ids stays short */
export const mostFavourites = 60

/** A changed list, and the ids that did not fit. */
type ChangedList = { favourites: string[]; left_out: string[] }

/** Returns the ids in a stored text. Ignores any other content. */
export function readFavourites(stored: string | null): string[] {
  const list = inStorage<unknown>(() => JSON.parse(stored ?? 'null'))
  return Array.isArray(list) ? tidy(list) : []
}

/** Returns the ids in the query `?ids=a,b`. */
export function readIds(params: URLSearchParams): string[] {
  return tidy((params.get('ids') ?? '').split(','))
}

/** Returns the list with this vineyard added at the front, or removed. */
export function toggled(favourites: string[], id: string): ChangedList {
  const others = favourites.filter((other) => other !== id)
  return others.length < favourites.length
    ? { favourites: others, left_out: [] }
    : withSaved(favourites, [id])
}

/** Returns the list with these vineyards added at the front in their order, as many as fit. */
export function withSaved(favourites: string[], ids: string[]): ChangedList {
  const missing = tidy(ids).filter((id) => !favourites.includes(id))
  const free = Math.max(0, mostFavourites - favourites.length)
  return { favourites: [...missing.slice(0, free), ...favourites], left_out: missing.slice(free) }
}

/** Returns the number of saved vineyards as text, such as '1 vineyard saved' or '3 vineyards saved'. */
export function savedText(saved: number): string {
  return `${countOf(saved, 'vineyard')} saved`
}

/** Explains that vineyards were not saved because the list is full. */
export function leftOutText(left_out: number): string {
  const which = left_out === 1 ? 'One vineyard was not saved' : `${left_out} vineyards were not saved`
  return `${which}: your list is full (${mostFavourites} vineyards). Remove one first.`
}

/** Returns the distinct ids, at most `mostFavourites`. */
export function tidy(list: unknown[]): string[] {
  const ids = list.filter((id): id is string => typeof id === 'string' && isId(id))
  return [...new Set(ids)].slice(0, mostFavourites)
}
