import type { MiddlewareHandler } from 'hono'

import type { Config } from '../config.server.ts'
import { dataPolicy, isFramable, scriptPolicy } from './content-policy.ts'

/** Matches the types of files that belong to a page and are never opened by themselves. */
const isPagePart = /^(text\/(javascript|css)|font\/|image\/(avif|webp|jpeg|png))/

const oneYear = 'max-age=31536000; includeSubDomains'

/** The browser permissions that policies name. Each policy allows one of them and denies the others. */
const permissions =
  'geolocation accelerometer camera display-capture gyroscope hid magnetometer microphone midi payment serial usb'.split(
    ' ',
  )

/** Returns the `Permissions-Policy` of a page that may ask for only one of these permissions. */
export function permissionsPolicy(allowed: 'geolocation' | 'camera'): string {
  return permissions.map((name) => `${name}=(${name === allowed ? 'self' : ''})`).join(', ')
}

// A page may set its own policy: only routes/winemaker/today.tsx does, for the camera.
const usualPermissions = permissionsPolicy('geolocation')

/** Returns whether visitors use https only: in production, if the public address begins with `https:`. */
export function isHttpsOnly({ production, site_url }: Pick<Config, 'production' | 'site_url'>): boolean {
  return production && site_url.startsWith('https:')
}

/**
 * Adds the security and caching headers that a response lacks. Responses to POST are never stored. Failures and personal
 * responses (not `isForEverybody`) are stored only if their handler says so. Personal pages send no referrer.
 */
export function securityHeaders(
  config: Pick<Config, 'production' | 'site_url'>,
  isForEverybody: (request: Request) => boolean,
): MiddlewareHandler {
  const commonHeaders = Object.entries(commonHeadersOf(config))
  return async (c, next) => {
    await next()
    const { headers } = c.res
    // A handler may set its own value.
    const add = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value)
    }
    for (const [name, value] of commonHeaders) add(name, value)
    // `frame-ancestors` can name sites, `X-Frame-Options` cannot.
    if (isFramable(headers.get('Content-Security-Policy'))) headers.delete('X-Frame-Options')
    const isPublic = isForEverybody(c.req.raw)
    // A page loads a dozen files, which need not repeat the headers of documents.
    if (!isPagePart.test(headers.get('Content-Type') ?? '')) {
      add('Cross-Origin-Opener-Policy', 'same-origin')
      add('Permissions-Policy', usualPermissions)
      add('Referrer-Policy', isPublic ? 'strict-origin-when-cross-origin' : 'no-referrer')
    }
    // The response to a form may repeat what the visitor typed.
    if (c.req.method === 'POST') headers.set('Cache-Control', 'no-store')
    else if (!isPublic || c.res.status >= 400) add('Cache-Control', 'no-store')
    // The page cache sets this header itself.
    else if (!c.get('page_render')) add('Cache-Control', 'no-cache')
    const isScript = headers.get('Content-Type')?.includes('javascript')
    add('Content-Security-Policy', isScript ? scriptPolicy : dataPolicy)
  }
}

/** Returns the headers of responses that the HTTP server sends by itself, before the site sees the request. */
export function serverHeaders(config: Pick<Config, 'production' | 'site_url'>): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': dataPolicy,
    'Referrer-Policy': 'no-referrer',
    ...commonHeadersOf(config),
  }
}

/** Returns the headers of every response. */
function commonHeadersOf(config: Pick<Config, 'production' | 'site_url'>): Record<string, string> {
  return {
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(isHttpsOnly(config) && { 'Strict-Transport-Security': oneYear }),
  }
}
