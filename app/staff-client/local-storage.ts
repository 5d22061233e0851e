import { inStorage } from '../platform/in-storage.ts'

/** Returns the value under `key`, or null if there is no value or storage is not allowed. */
export const readStored = (key: string) => inStorage(() => localStorage.getItem(key))

/** Stores a value. If storage is full or not allowed, the value is lost. Without a stored token, nobody is signed in. */
export const store = (key: string, value: string) => void inStorage(() => localStorage.setItem(key, value))

export const removeStored = (key: string) => void inStorage(() => localStorage.removeItem(key))

/**
 * Calls `changed` when another tab stores or removes `key`. If the key is already absent, calls `changed` immediately,
 * because another tab may have removed the key while the page loaded. Returns a function that stops watching.
 */
export function watchStored(key: string, changed: (isStored: boolean) => void): () => void {
  const isStored = () => readStored(key) !== null
  const listen = (event: StorageEvent) => {
    // The key is null when another tab cleared all storage.
    if (event.key === key || event.key === null) changed(isStored())
  }
  if (!isStored()) changed(false)
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** The name of the form field, and of the key in local storage, for the token of a visitor's sign-in. */
export const visitorField = 'visitor_session_token'

/** The key in local storage for the sign-in whose account has received the favourites of this device. */
export const joinedFavourites = 'favourites_joined'

/** Returns the token of the visitor's sign-in for a form, or an empty string. */
export function visitorToken(): string {
  return readStored(visitorField) ?? ''
}
