/** What a visitor quotes when a request failed; an operator finds the id in the log. */
export const referenceTo = (request_id: string) => `If you contact us, please quote ${request_id}.`

let last: Response | undefined

/** Keeps the last answer with a page's data, because React Router gives error screens no headers. Wraps `fetch`. */
export function watchPageRequests(scope: Pick<typeof globalThis, 'fetch'>): void {
  const { fetch } = scope
  scope.fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.url.includes('.data')) last = response
    return response
  }
}

/** Returns the id of the last request for a page's data, if it failed. */
export const failedPageRequest = () => (last && last.status >= 500 ? last.headers.get('X-Request-Id') : null)
