import type { Hono } from 'hono'
import { hc } from 'hono/client'
import type { ClientResponse } from 'hono/client'

import type { Problem } from './problem.ts'

/** Where a browser keeps who is signed in: the token a call carries, and what to do when it opens nothing any more. */
export type ClientSession = { token: () => Promise<string | null> | string | null; ended: () => void }

/** A call that the API refused, in its own words; `problem` holds what it said besides, where it said anything. */
export class ApiError extends Error {
  status: number
  problem: (Problem & Record<string, unknown>) | null

  constructor(message: string, status: number, problem: ApiError['problem']) {
    super(message)
    this.status = status
    this.problem = problem
  }
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
      const headers = new Headers(init?.headers)
      const token = await session.token()
      if (token !== null) headers.set('Authorization', `Bearer ${token}`)
      const response = await call(input, { ...init, headers })
      if (response.status === 401) session.ended()
      return response
    },
  })
}

type Good<Answer> =
  Answer extends ClientResponse<infer Body, infer Status, string>
    ? Status extends 200 | 201 | 202
      ? Body
      : never
    : never

/**
 * What a call answered. Throws an `ApiError` otherwise: in the API's words where it gave any, else in those of `fallback`,
 * such as 'Failed to load booking details'.
 */
export async function answerOf<Answer extends ClientResponse<unknown, number, string>>(
  calling: Promise<Answer>,
  fallback: string,
): Promise<Good<Answer>> {
  const response = await calling.catch(() => null)
  if (response === null) throw new ApiError(fallback, 0, null)
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Good<Answer>
  const problem = (await response.json().catch(() => null)) as ApiError['problem']
  throw new ApiError(problem?.error ?? fallback, response.status, problem)
}
