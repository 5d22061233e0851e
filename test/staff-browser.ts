import { afterAll, vi } from 'vitest'

type Site = { visit: (path: string, init?: RequestInit) => Promise<Response> }

/**
 * Replaces `localStorage` and `fetch` for client actions. The browser is signed in to both staff areas with `token`,
 * and its requests go to the site. Call this function at the top of a test file.
 */
export function signInBrowser({ visit }: Site, { token }: { token: string }): void {
  const admin = JSON.stringify({
    access_token: token,
    refresh_token: 'none',
    expires_at: '2100-01-01T00:00:00Z',
    user: {},
  })
  const storage = new Map([
    ['winemaker_session_token', token],
    ['admin_session', admin],
  ])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => visit(input, init))
  afterAll(() => vi.unstubAllGlobals())
}

/** Returns a form submission from the page at `address`. */
export function formRequest(address: string, fields: Record<string, string>): Request {
  return new Request(`http://site.test${address}`, { method: 'POST', body: new URLSearchParams(fields) })
}
