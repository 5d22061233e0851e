import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What every error of the API says; some say more besides. */
export type Problem = { type: string; title: string; status: number; error: string }

/**
 * An error as problem+json (RFC 9457). `error` repeats the title, because the specification's clients read that.
 * `more` are further members, such as how many places are left.
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

/** Whether the caller reads answers as the API gives them, problems among them; anybody else is shown a page or a sentence. */
export function isCall(c: Context): boolean {
  return c.req.path.startsWith('/api/')
}
