const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns whether another site sent this form. Checks `Sec-Fetch-Site` first, because pages without a referrer send
 * `Origin: null` with their own forms. Compares hosts only: behind a proxy, the request and the visitor may use
 * different schemes.
 */
export function isForeignForm({ method, headers, url }: Request, siteUrl: string): boolean {
  if (safeMethods.has(method)) return false
  const site = headers.get('Sec-Fetch-Site')
  if (site) return site === 'cross-site' || site === 'same-site'
  const origin = headers.get('Origin')
  if (!origin || origin === 'null' || !URL.canParse(origin)) return false
  return ![new URL(url).host, new URL(siteUrl).host].includes(new URL(origin).host)
}

/** Returns the request without `Origin`: React Router's own check would refuse forms that `isForeignForm` allows. */
export function withoutOrigin(request: Request): Request {
  if (safeMethods.has(request.method) || !request.headers.has('Origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('Origin')
  return new Request(request, { headers })
}
