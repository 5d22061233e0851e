import type { Hono } from 'hono'

import { type ClientSession, createClient } from '../platform/api/client.ts'
import { adminSession } from './admin-session.ts'
import { winemakerSession } from './winemaker-session.ts'

/** The area that a staff page is in. Many pages serve both; the API decides what they may show. */
export type StaffArea = 'winemaker' | 'admin'

/** Returns the area of a URL or path. */
export function staffAreaOf(address: string): StaffArea {
  return /^(https?:\/\/[^/]+)?\/admin(\/|$|\?)/.test(address) ? 'admin' : 'winemaker'
}

/** Returns a typed client with this area's session: `apiFor<typeof bookingApi>(area, '/api/bookings')`. */
export function apiFor<Api extends Hono<any, any, any>>(area: StaffArea, path: `/api/${string}`) {
  return createClient<Api>(path, sessionAt(area))
}

/** Returns this area's session, for requests without a typed client. */
export function sessionAt(area: StaffArea): ClientSession {
  return area === 'admin' ? adminSession : winemakerSession
}
