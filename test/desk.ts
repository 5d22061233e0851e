import { afterAll, vi } from 'vitest'

type Site = { visit: (path: string, init?: RequestInit) => Promise<Response> }

/**
 * Lets what runs in a browser of staff run here: calls go to the site, and whoever is named is signed in at both desks.
 * What acts on a page is then asked as the router asks it. For the whole of a test file: called at its beginning.
 */
export function sitDownAtDesk({ visit }: Site, { token }: { token: string }): void {
  const admin = JSON.stringify({
    access_token: token,
    refresh_token: 'none',
    expires_at: '2100-01-01T00:00:00Z',
    user: {},
  })
  const kept = new Map([
    ['winemaker_session_token', token],
    ['admin_session', admin],
  ])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => visit(input, init))
  // The next file in this process calls whom it means.
  afterAll(() => vi.unstubAllGlobals())
}

/** A form that is sent from a page at this address. */
export function sent(address: string, fields: Record<string, string>): Request {
  return new Request(`http://site.test${address}`, { method: 'POST', body: new URLSearchParams(fields) })
}
