import type { Context, MiddlewareHandler } from 'hono'

import type { Config } from '../config.server.ts'
import { barePolicy } from './content-policy.ts'

/** What pages may ask the device for: where it is, and nothing else. */
const permissions = [
  'geolocation=(self)',
  ...[
    'accelerometer',
    'camera',
    'display-capture',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
  ].map((feature) => `${feature}=()`),
].join(', ')

/** What a page is made of and what no browser opens as one. */
const isPart = /^(text\/(javascript|css)|font\/|image\/(avif|webp|jpeg|png))/

const aYear = 'max-age=31536000'

const guarded = 'is_guarded'
const saidWithIt = 'said_with_private_json'
const whole = 'is_whole'

type Fields = Record<string, string>

/**
 * JSON for its caller alone, with `more` and everything else that is told to browsers at once. To look through an answer
 * that is made already and add to it, name by name, takes longer than the rest of a quick call.
 */
export function answerPrivately(c: Context, value: unknown, status: 200 | 201 = 200, more: Fields = {}) {
  const headers: Fields | undefined = c.get(saidWithIt)
  if (!headers) return c.json(value, status, more)
  c.set(guarded, true)
  c.set(whole, true)
  return new Response(JSON.stringify(value), { status, headers: { ...headers, ...more } })
}

/** Whether an answer says everything already, for caches too. */
export function isWhole(c: Context): boolean {
  return c.get(whole) ?? false
}

/** Whether visitors are promised https: in production, where the public address says so. */
export function isHttpsOnly({ production, site_url }: Pick<Config, 'production' | 'site_url'>): boolean {
  return production && site_url.startsWith('https:')
}

/**
 * Tells the browser with every answer what to keep others from doing with it. What an answer says itself stands. An
 * answer that is not for everybody, or is a failure, is kept nowhere, and its address goes to no other site.
 */
export function securityHeaders(
  config: Pick<Config, 'production' | 'site_url'>,
  isForEverybody: (request: Request) => boolean,
): MiddlewareHandler {
  const standing = {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isHttpsOnly(config) ? { 'Strict-Transport-Security': aYear } : {}),
  }
  // Told of documents alone. A page comes with a dozen files, which would repeat it for nothing.
  const ofPages = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Permissions-Policy': permissions }
  const withPrivateJson: Fields = {
    'Content-Type': 'application/json',
    Vary: 'Accept-Encoding',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': barePolicy,
    ...standing,
    ...ofPages,
  }
  return async (c, next) => {
    c.set(saidWithIt, withPrivateJson)
    await next()
    // Whoever stands closer to the answer knows better what it is.
    if (c.get(guarded)) return
    c.set(guarded, true)
    // On the answer itself: `c.header` would make a new one of it for each.
    const { headers } = c.res
    const add = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value)
    }
    for (const [name, value] of Object.entries(standing)) add(name, value)
    const open = isForEverybody(c.req.raw)
    if (!isPart.test(headers.get('Content-Type') ?? '')) {
      for (const [name, value] of Object.entries(ofPages)) add(name, value)
      add('Referrer-Policy', open ? 'strict-origin-when-cross-origin' : 'no-referrer')
    }
    if (!open || c.res.status >= 400) add('Cache-Control', 'no-store')
    // The page cache says itself how long its pages last; anything else, such as a list for a day, is asked for anew.
    else if (!c.get('making')) add('Cache-Control', 'no-cache')
    // A worker takes its policy from its file, which is kept for a year: longer than a setting lasts.
    if (!headers.get('Content-Type')?.includes('javascript')) add('Content-Security-Policy', barePolicy)
  }
}
