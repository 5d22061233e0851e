import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The members of every API error; some have more. */
export type Problem = { type: string; title: string; status: number; error: string }

/**
 * Responds with problem+json (RFC 9457). `error` repeats the title, because the specification's clients read it.
 * `more` are further members, such as the places left.
 */
export function problem<Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  title: string,
  more: Record<string, unknown> = {},
): Response & TypedResponse<Problem, Status, 'json'> {
  const body: Problem = { type: 'about:blank', title, status, error: title, ...more }
  return c.json(body, status, { 'Content-Type': 'application/problem+json' })
}

/** Whether the caller expects API responses; all others get a page or a sentence. */
export function isCall(c: Context): boolean {
  return c.req.path.startsWith('/api/')
}
