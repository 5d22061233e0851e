import {
  type DataStrategyResult,
  href,
  type MiddlewareFunction,
  redirect,
  redirectDocument,
} from 'react-router'

import { settleSent } from '../ui/forms/drafts.ts'
import type { StaffArea } from './staff-area.ts'

/** Returns the URL of a login that leads back to the page `from`. With `ended`, the login says that the sign-in ended. */
export function loginUrl(area: StaffArea, from: string, ended: boolean): string {
  const login = area === 'admin' ? href('/login') : href('/winemaker/login')
  return `${login}?${new URLSearchParams({ from, ...(ended && { ended: '' }) })}`
}

/** Returns a redirect to the login of an area. After the sign-in, the login leads back to this page. */
export function redirectToLogin(area: StaffArea, request: Pick<Request, 'url'>, ended = false): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(loginUrl(area, pathname + search, ended))
}

/** The areas in which somebody has been signed in since the document was loaded. */
const seenSignedIn = new Set<StaffArea>()

/**
 * Returns the middleware of an area, which redirects to the login if nobody is signed in. If the sign-in ends during an action or
 * a loader, the redirect replaces the results, because the page of an action that was refused would lose the typed text.
 */
export function requireSignIn(
  area: StaffArea,
  isSignedIn: () => boolean,
): MiddlewareFunction<Record<string, DataStrategyResult>> {
  return async ({ request }, next) => {
    const settle = () => request.method === 'POST' && settleSent(!isSignedIn())
    if (!isSignedIn()) {
      // Waits, because a form that a component sends records its text only after the router has called this function.
      await Promise.resolve()
      settle()
      throw redirectToLogin(area, request, seenSignedIn.has(area))
    }
    seenSignedIn.add(area)
    const results = await next()
    settle()
    if (isSignedIn()) return results
    const result = redirectToLogin(area, request, true)
    return Object.fromEntries(Object.keys(results).map((route) => [route, { type: 'error', result }]))
  }
}

/** Reloads a page that a link inside the site opened, because only a loaded document has its own headers. */
export function requireOwnDocument({ url }: Pick<Request, 'url'>): void {
  const { pathname, search } = new URL(url)
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && new URL(loaded.name).pathname !== pathname) throw redirectDocument(pathname + search)
}
