import type { Hono } from 'hono'

import { type ClientSession, createClient } from '../platform/api/client.ts'
import { adminSession } from './admin-session.ts'
import { winemakerSession } from './winemaker-session.ts'

/** In whose area a staff page stands: many serve both, and what they may show is the API's to say. */
export type StaffArea = 'winemaker' | 'admin'

/** Whose area an address, or a path, lies in. */
export function staffAreaOf(address: string): StaffArea {
  return /^(https?:\/\/[^/]+)?\/admin(\/|$|\?)/.test(address) ? 'admin' : 'winemaker'
}

/** A noun's endpoints as typed calls by whoever is signed in at this desk: `apiAt<typeof bookingApi>(desk, '/api/bookings')`. */
export function apiFor<Api extends Hono<any, any, any>>(area: StaffArea, path: `/api/${string}`) {
  return createClient<Api>(path, sessionAt(area))
}

/** The session of whoever is signed in at this desk, for what no typed call can do. */
export function sessionAt(area: StaffArea): ClientSession {
  return area === 'admin' ? adminSession : winemakerSession
}
