/** Returns the sentence that asks a visitor to quote the id of a failed request. An operator finds the id in the log. */
export const referenceTo = (request_id: string) => `If you contact us, please quote ${request_id}.`

let last: Response | undefined

/** Wraps `fetch` to keep the last response with a page's data, because React Router gives error screens no headers. */
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
