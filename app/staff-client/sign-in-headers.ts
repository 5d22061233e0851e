import { readStored, store } from './local-storage.ts'

/** The name of the header in which a browser sends its token at sign-in. */
export const browserTokenHeaderName = 'Browser-Token'

const browserKey = 'known_browser'

/** Returns the header that identifies this browser at sign-in, or no header if storage is not allowed. */
export function knownBrowserHeaders(): Record<string, string> {
  if (readStored(browserKey) === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    const token = btoa(String.fromCharCode(...bytes))
    store(browserKey, token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
  }
  const token = readStored(browserKey)
  return token === null ? {} : { [browserTokenHeaderName]: token }
}

/** The name of the header in which a browser that signs in sends the token of its former sign-in, so that the server ends it. */
export const formerSessionHeaderName = 'Former-Session'

/** Returns the header with the token of the former sign-in, or no header if there is no token. */
export function formerSessionHeaders(token: string | null | undefined): Record<string, string> {
  return token ? { [formerSessionHeaderName]: token } : {}
}
