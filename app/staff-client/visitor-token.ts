import { readStored } from './local-storage.ts'

/** The name of the form field, and of the key in local storage, for the token of a visitor's sign-in. */
export const visitorField = 'visitor_session_token'

/** The key in local storage for the sign-in whose account has received the favourites of this device. */
export const joinedFavourites = 'favourites_joined'

/** Returns the token of the visitor's sign-in for a form, or an empty string. */
export function visitorToken(): string {
  return readStored(visitorField) ?? ''
}
