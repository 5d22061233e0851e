import { readStored } from './local-storage.ts'

/** The form field, and the key in local storage, of a visitor's session token. */
export const visitorField = 'visitor_session_token'

/** Local storage key of the session with whose account the favourites were last joined. */
export const joinedFavourites = 'favourites_joined'

/** Returns the visitor's session token for a form, or an empty string. */
export function visitorToken(): string {
  return readStored(visitorField) ?? ''
}
