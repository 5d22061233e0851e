import type { Hono } from 'hono'
import { hc } from 'hono/client'
import type { ClientResponse } from 'hono/client'

/**
 * Where a browser keeps who is signed in: the token a call carries; another one where that is refused, null where there is
 * none; and what to do when it opens nothing any more.
 */
export type ClientSession = {
  token: () => Promise<string | null> | string | null
  renew?: (refused: string) => Promise<string | null>
  ended: () => void
}

/**
 * A noun's endpoints as typed calls, from the very definitions that answer them: `createClient<typeof hostApi>(…)`. Only the
 * type is imported, nothing of the server comes along. Every call carries the session's token; a 401 ends the session.
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

/** What a call answers where it did what was asked. */
export type Good<Answer> =
  Answer extends ClientResponse<infer Body, infer Status, string>
    ? Status extends 200 | 201 | 202
      ? Body
      : never
    : never
