import type { Hono } from 'hono'

import { type ClientSession, createClient } from '../platform/api/client.ts'
import { adminSession } from './admin-session.ts'
import { winemakerSession } from './winemaker-session.ts'

/** In whose area a staff page stands: many serve both, and what they may show is the API's to say. */
export type Desk = 'winemaker' | 'admin'

/** Whose area an address, or a path, lies in. */
export function deskOf(address: string): Desk {
  return /^(https?:\/\/[^/]+)?\/admin(\/|$|\?)/.test(address) ? 'admin' : 'winemaker'
}

/** A noun's endpoints as typed calls by whoever is signed in at this desk: `apiAt<typeof bookingApi>(desk, '/api/bookings')`. */
export function apiAt<Api extends Hono<any, any, any>>(desk: Desk, path: `/api/${string}`) {
  return createClient<Api>(path, sessionAt(desk))
}

/** The session of whoever is signed in at this desk, for what no typed call can do. */
export function sessionAt(desk: Desk): ClientSession {
  return desk === 'admin' ? adminSession : winemakerSession
}
