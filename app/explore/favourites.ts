import { isId } from '../platform/ids.ts'

/** Where a device keeps which vineyards somebody likes: a JSON list of their ids, the newest first. */
export const favouritesKey = 'favourite_vineyards'

/** Where a device keeps for whose session its list was joined with an account's, and what it has not told that yet. */
export const joinedKey = 'favourites_joined'
export const unsentKey = 'favourites_unsent'

/** What is to be told to an account: the vineyards that were saved, and those that were let go. */
type Changes = Record<string, boolean>

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

/** The changes in a stored text. Whatever else stands there counts as nothing. */
export function readChanges(stored: string | null): Changes {
  let changes: unknown
  try {
    changes = JSON.parse(stored ?? '{}')
  } catch {
    return {}
  }
  if (typeof changes !== 'object' || changes === null) return {}
  return Object.fromEntries(
    Object.entries(changes).filter(([id, saved]) => isId(id) && typeof saved === 'boolean'),
  )
}

/** What an account is told that a device's list is joined with: all of it, oldest first, and what was changed since. */
export function changesFor(favourites: string[], changes: Changes): Changes {
  return { ...Object.fromEntries(favourites.toReversed().map((id) => [id, true])), ...changes }
}

/** A list with changes made to it. */
export function withChanges(favourites: string[], changes: Changes): string[] {
  const saved = Object.keys(changes).filter((id) => changes[id] === true)
  return tidy([...saved, ...favourites].filter((id) => changes[id] !== false))
}

/** '1 vineyard saved', '3 vineyards saved'. */
export function savedText(saved: number): string {
  return saved === 1 ? '1 vineyard saved' : `${saved} vineyards saved`
}

function tidy(list: unknown[]): string[] {
  const ids = list.filter((id): id is string => typeof id === 'string' && isId(id))
  return [...new Set(ids)].slice(0, mostFavourites)
}
