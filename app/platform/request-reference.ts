/** What a visitor quotes when a request failed; an operator finds the id in the log. */
export const referenceTo = (request_id: string) => `If you contact us, please quote ${request_id}.`

let failed: { path: string; request_id: string } | undefined

/**
 * Keeps the id of the last request for a page's data that failed: React Router gives error screens no headers. Wraps the
 * `fetch` of the browser.
 */
export function watchPageRequests(scope: Pick<typeof globalThis, 'fetch'>): void {
  const { fetch } = scope
  scope.fetch = async (...request) => {
    const response = await fetch(...request)
    const { pathname } = new URL(response.url, 'http://here.invalid')
    if (!pathname.endsWith('.data')) return response
    // '/_.data' holds the data of '/'.
    const path = pathname.replace(/_?\.data$/, '')
    const request_id = response.headers.get('X-Request-Id')
    if (response.status >= 500 && request_id !== null) failed = { path, request_id }
    else if (failed?.path === path) failed = undefined
    return response
  }
}

/** Returns the id of the request for this path's data if it failed. */
export const failedRequestAt = (path: string) => (failed?.path === path ? failed.request_id : undefined)
