import type { Hono } from 'hono'
import { type ClientResponse, hc } from 'hono/client'

/**
 * The sign-in with which calls are sent. `renew` gets the refused token and returns a new token, or null if the sign-in cannot be
 * renewed. `ended` is called when the sign-in ends.
 */
export type ClientSession = {
  token: () => Promise<string | null> | string | null
  renew?: (refused: string) => Promise<string | null>
  ended: () => void
}

/**
 * Returns typed calls for the endpoints of one resource: `createClient<typeof hostApi>(…)`. Callers import only the type of
 * the server's code. Every call sends the token. After a 401, the client renews the token and repeats the call once. If the
 * token cannot be renewed, the sign-in ends.
 */
export function createClient<Api extends Hono<any, any, any>>(
  path: `/api/${string}`,
  session: ClientSession,
  call: typeof fetch = fetch,
) {
  return hc<Api>(path, {
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const withToken = (token: string | null) => {
        const headers = new Headers(init?.headers)
        if (token !== null) headers.set('Authorization', `Bearer ${token}`)
        return call(input, { ...init, headers })
      }
      const token = await session.token()
      const response = await withToken(token)
      if (response.status !== 401) return response
      const next = token === null ? null : ((await session.renew?.(token)) ?? null)
      if (next !== null) return withToken(next)
      session.ended()
      return response
    },
  })
}

/** The body of a successful response. */
export type Good<Answer> =
  Answer extends ClientResponse<infer Body, infer Status, string>
    ? Status extends 200 | 201 | 202
      ? Body
      : never
    : never
