import { browserTokenHeader } from './known-caller.ts'
import { store, readStored } from './local-storage.ts'

const key = 'known_browser'

/** The header that tells this browser from others at sign-in; empty where it cannot store anything. */
export function knownBrowser(): Record<string, string> {
  if (readStored(key) === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    const token = btoa(String.fromCharCode(...bytes))
    store(key, token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
  }
  const token = readStored(key)
  return token === null ? {} : { [browserTokenHeader]: token }
}
