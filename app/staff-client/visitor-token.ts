import { readStored } from './local-storage.ts'

/** The form field, and the key in local storage, of a visitor's session token. */
export const visitorField = 'visitor_session_token'

/** Returns the visitor's session token for a form, or an empty string. */
export function visitorToken(): string {
  return readStored(visitorField) ?? ''
}
