import { isId } from '../platform/ids.ts'

/** Where a device keeps which vineyards somebody likes: a JSON list of their ids, the newest first. */
export const favouritesKey = 'favourite_vineyards'

/** Where a device keeps for whose session its list was joined with an account's. */
export const joinedKey = 'favourites_joined'

/** More than anybody collects by hand; it keeps the address that asks for them short. */
export const mostFavourites = 60

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
export function toggled(favourites: string[], id: string): string[] {
  const others = favourites.filter((other) => other !== id)
  return others.length < favourites.length ? others : tidy([id, ...others])
}

/** '1 vineyard saved', '3 vineyards saved'. */
export function savedText(saved: number): string {
  return saved === 1 ? '1 vineyard saved' : `${saved} vineyards saved`
}

/** The ids among them, each once, and no more than are kept. */
export function tidy(list: unknown[]): string[] {
  const ids = list.filter((id): id is string => typeof id === 'string' && isId(id))
  return [...new Set(ids)].slice(0, mostFavourites)
}
