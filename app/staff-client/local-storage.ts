/** The header in which a browser sends its token at sign-in. */
export const browserTokenHeader = 'Browser-Token'

/** Returns the value under `key`, or null if there is no value or storage is not allowed. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is full or not allowed, so the value is lost. Without a stored token, nobody is signed in.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is not allowed, so nothing was stored.
  }
}

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

const browserKey = 'known_browser'

/** Returns the header that identifies this browser at sign-in, or no header if storage is not allowed. */
export function knownBrowserHeader(): Record<string, string> {
  if (readStored(browserKey) === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    const token = btoa(String.fromCharCode(...bytes))
    store(browserKey, token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
  }
  const token = readStored(browserKey)
  return token === null ? {} : { [browserTokenHeader]: token }
}

/** The header in which a browser that signs in sends the token of its former sign-in, so that the server ends it. */
export const formerSessionHeader = 'Former-Session'

/** Returns the header with the token of the former sign-in; empty without a token. */
export function formerSession(token: string | null | undefined): Record<string, string> {
  return token ? { [formerSessionHeader]: token } : {}
}
