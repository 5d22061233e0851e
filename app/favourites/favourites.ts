import { isId } from '../platform/ids.ts'

/** Where a device keeps which vineyards somebody likes: a JSON list of their ids, the newest first. */
export const favouritesKey = 'favourite_vineyards'

/** Where a device keeps for whose session its list was joined with an account's. */
export const joinedKey = 'favourites_joined'

/** A session is told from the next by its first letters. */
export function sessionMark(token: string): string {
  return token.slice(0, 8)
}

/** Where a device keeps what somebody wanted to save and had no room for: a list like the other one. */
export const leftOutKey = 'favourites_left_out'

/** More than anybody collects by hand; it keeps the address that asks for them short. */
export const mostFavourites = 60

/** A list after somebody saved or let go, and what they wanted in it that found no room. */
type Saved = { favourites: string[]; left_out: string[] }

/** The ids in a stored text. Whatever else stands there counts as nothing. */
export function readFavourites(stored: string | null): string[] {
  if (!stored) return []
  let list: unknown
  try {
    list = JSON.parse(stored)
  } catch {
    return []
  }
  return Array.isArray(list) ? tidy(list) : []
}

/** The ids in an address, as `?ids=a,b`. */
export function readIds(params: URLSearchParams): string[] {
  return tidy((params.get('ids') ?? '').split(','))
}

/** The list with this vineyard added in front, or without it. */
export function toggled(favourites: string[], id: string): Saved {
  const others = favourites.filter((other) => other !== id)
  return others.length < favourites.length
    ? { favourites: others, left_out: [] }
    : withSaved(favourites, [id])
}

/** The list with these in front, in their order and as far as there is room: what is in it already makes none. */
export function withSaved(favourites: string[], ids: string[]): Saved {
  const missing = tidy(ids).filter((id) => !favourites.includes(id))
  const room = Math.max(0, mostFavourites - favourites.length)
  return { favourites: [...missing.slice(0, room), ...favourites], left_out: missing.slice(room) }
}

/** '1 vineyard saved', '3 vineyards saved'. */
export function savedText(saved: number): string {
  return saved === 1 ? '1 vineyard saved' : `${saved} vineyards saved`
}

/** Why one vineyard, or so many of several, are not in the list. */
export function leftOutText(left_out: number): string {
  const which = left_out === 1 ? 'One vineyard was not saved' : `${left_out} vineyards were not saved`
  return `${which}: your favourites hold ${mostFavourites}, which is all they can. Let another go first.`
}

/** The ids among them, each once, and no more than are kept. */
export function tidy(list: unknown[]): string[] {
  const ids = list.filter((id): id is string => typeof id === 'string' && isId(id))
  return [...new Set(ids)].slice(0, mostFavourites)
}
