const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether another site sent this form. A page told to leave no referrer sends `Origin: null` with its own forms too, and
 * behind a proxy the scheme of the request is not the visitor's: so the browser's own word counts first, then the host.
 */
export function isForeignForm({ method, headers, url }: Request, siteUrl: string): boolean {
  if (harmless.has(method)) return false
  const site = headers.get('Sec-Fetch-Site')
  if (site) return site === 'cross-site' || site === 'same-site'
  const origin = headers.get('Origin')
  if (!origin || origin === 'null' || !URL.canParse(origin)) return false
  return ![new URL(url).host, new URL(siteUrl).host].includes(new URL(origin).host)
}

/** The same request for the router, whose own check of the origin knows neither case and would refuse both. */
export function withoutOrigin(request: Request): Request {
  if (harmless.has(request.method) || !request.headers.has('Origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('Origin')
  return new Request(request, { headers })
}
