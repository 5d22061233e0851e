import { browserTokenHeader } from './known-caller.ts'
import { keep, recall } from './local-storage.ts'

const key = 'known_browser'

/** The header that tells this browser from others at sign-in; empty where it cannot store anything. */
export function knownBrowser(): Record<string, string> {
  if (recall(key) === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    const token = btoa(String.fromCharCode(...bytes))
    keep(key, token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
  }
  const token = recall(key)
  return token === null ? {} : { [browserTokenHeader]: token }
}
