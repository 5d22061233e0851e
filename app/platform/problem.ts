import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * An error as problem+json (RFC 9457). `error` repeats the title, because the specification's clients read that.
 * `more` are further members, such as how many places are left.
 */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  title: string,
  more: Record<string, unknown> = {},
): Response {
  return c.body(JSON.stringify({ type: 'about:blank', title, status, error: title, ...more }), status, {
    'Content-Type': 'application/problem+json',
  })
}
