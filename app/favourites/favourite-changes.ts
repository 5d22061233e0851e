import { isId } from '../platform/ids.ts'
import { tidy } from './favourites.ts'

/** Where a device keeps what it has not told the account yet. */
export const unsentKey = 'favourites_unsent'

/** What is to be told to an account: the vineyards that were saved, and those that were let go. */
type Changes = Record<string, boolean>

/** The changes in a stored text. Whatever else stands there counts as nothing. */
export function readFavouriteChanges(stored: string | null): Changes {
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
