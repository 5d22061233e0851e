import { expect } from 'vitest'

import type { KeyPermission } from '../app/people/sign-in/policy.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { makeApiKey, makeExperience, makePattern, makeVineyard } from './make.ts'

type Visit = (path: string, init?: RequestInit) => Promise<Response>
type Shape = { safeParse(value: unknown): { success: boolean; error?: unknown } }
// The tests read bodies without types, because the schemas of the standard check the shapes.
// biome-ignore lint/suspicious/noExplicitAny: any JSON
export type Body = any

export const allPermissions: KeyPermission[] = ['availability:read', 'bookings:read', 'bookings:write']

/** Makes a verified vineyard that sells through resellers: a tour with 72 places a day and a tasting with 32. */
export async function makeSupplier(sql: Sql) {
  const vineyard = await makeVineyard(sql, {
    is_verified: true,
    email: 'cellar@example.com',
    website: 'https://estate.example',
    phone: '01632 960100',
    address: 'Vine Lane',
    postcode: 'BN26 5XX',
    latitude: 50.8,
    longitude: 0.1,
  })
  const product = { vineyard_id: vineyard.id, is_instant: true, sold_by_resellers: true }
  const tour = await makeExperience(sql, {
    ...product,
    title: 'Cellar tour',
    description: 'Barrels.',
    children: 'welcome',
  })
  const tasting = await makeExperience(sql, {
    ...product,
    title: 'Tasting',
    price_per_person: 12,
    included: 'Wine',
  })
  const tourPattern = await makePattern(sql, { experience_id: tour.id, capacity: 72 })
  const tastingPattern = await makePattern(sql, {
    experience_id: tasting.id,
    capacity: 32,
    start_time: '11:00',
  })
  return { vineyard, tour, tasting, tourPattern, tastingPattern }
}

/** Makes an API key of the vineyard. */
export async function makeKeyOf(sql: Sql, vineyard_id: string, permissions = allPermissions) {
  const { token, id } = await makeApiKey(sql, { vineyard_id, permissions })
  return { key: token, id }
}

/** Returns functions that call a supplier with a key. Every answer must be JSON. */
export function reseller(visit: Visit, vineyard_id: string, key: string | null, capabilities = '') {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await visit(`/octo/${vineyard_id}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Octo-Capabilities': capabilities,
        ...(key !== null && { Authorization: `Bearer ${key}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    return { status: answer.status, body: (await answer.json()) as Body, headers: answer.headers }
  }
  /** Sends a request and returns the body. Expects 200 and a body in the shape of the standard. */
  const fetch = async (shape: Shape, method: string, path: string, body?: unknown): Promise<Body> => {
    const answered = await call(method, path, body)
    expect({ path, status: answered.status, body: answered.body }).toMatchObject({ path, status: 200 })
    const parsed = shape.safeParse(answered.body)
    expect(parsed.error, JSON.stringify(answered.body)).toBeUndefined()
    return answered.body
  }
  /** Sends a request and returns the error. Expects 400 and a message. */
  const refusal = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answered = await call(method, path, body)
    expect(answered.status, JSON.stringify(answered.body)).toBe(400)
    expect(answered.body.errorMessage).toMatch(/\S/)
    return answered.body
  }
  return { call, fetch, refusal }
}
