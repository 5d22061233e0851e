import type { Hono } from 'hono'

import { type ClientSession, createClient } from '../platform/api/client.ts'
import { adminSession } from './admin-session.ts'
import { winemakerSession } from './winemaker-session.ts'

/** The area of a staff page. Many pages are in both areas, and the API decides what each area shows. */
export type StaffArea = 'winemaker' | 'admin'

/** Returns the area of a URL or path. */
export function staffAreaOf(address: string): StaffArea {
  return /^(https?:\/\/[^/]+)?\/admin(\/|$|\?)/.test(address) ? 'admin' : 'winemaker'
}

/** Returns a typed client with the sign-in of this area, as in `apiFor<typeof bookingApi>(area, '/api/bookings')`. */
export function apiFor<Api extends Hono<any, any, any>>(area: StaffArea, path: `/api/${string}`) {
  return createClient<Api>(path, sessionAt(area))
}

/** Returns the sign-in of this area, for requests without a typed client. */
export function sessionAt(area: StaffArea): ClientSession {
  return area === 'admin' ? adminSession : winemakerSession
}
