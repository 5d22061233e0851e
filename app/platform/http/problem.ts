import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { referenceTo } from '../request-reference.ts'
import { currentActivity } from '../telemetry.server.ts'

/** The members that every API error has; some errors have further members. */
export type Problem = { type: string; title: string; status: number; error: string; request_id?: string }

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
  const { request_id } = currentActivity() ?? {}
  const body: Problem = { type: 'about:blank', title, status, error: title, ...more }
  return c.json(request_id ? { ...body, request_id } : body, status, {
    'Content-Type': 'application/problem+json',
  })
}

/** Refuses a request because of one field. */
export function refuseField(
  c: Context,
  field: string,
  message: string,
  status: 404 | 409 | 413 | 422 | 503 | 400 = 422,
) {
  return problem(c, status, message, { fields: [{ field, message }] })
}

/** Refuses a file that was sent: 503 when other files are being read, 412 when a preview of the file is out of date. */
export function refuseSentFile(
  c: Context,
  { kind, message }: { kind: 'busy' | 'unreadable' | 'changed'; message: string },
) {
  if (kind === 'changed') return problem(c, 412, message)
  if (kind === 'unreadable') return refuseField(c, 'content', message)
  c.header('Retry-After', '5')
  return problem(c, 503, message)
}

/** Returns the header that says when to try again; undefined without a time. */
export function retryAfter(wait_seconds: number | undefined): { 'Retry-After': string } | undefined {
  return wait_seconds === undefined ? undefined : { 'Retry-After': String(wait_seconds) }
}

/** Refuses a method that a path outside the API does not have. */
export function refuseMethod(c: Context, allow: string): Response {
  return c.text('That is not something this page can do.', 405, { Allow: allow })
}

/** Returns whether the caller expects API responses. Any other caller gets a page or a sentence. */
export function isCall(c: Context): boolean {
  return /^\/(api|octo)\//.test(c.req.path)
}

/**
 * Advice on the page of a refused form, for visitors without JavaScript. The page shows no typed text, so the
 * server need not read the form.
 */
export const keptFormAdvice =
  'Reload this page in a moment to send the form again. If you go back, what you typed is still there.'

/**
 * Refuses a request with Retry-After, in the format of its caller. A page also shows `page_advice`, or after a POST
 * `keptFormAdvice`.
 */
export function refuseForNow(
  c: Context,
  status: 429 | 503,
  refusal: { title: string; advice: string; wait_seconds: number; page_advice?: string },
): Response {
  const { title, advice, wait_seconds } = refusal
  const page_advice = c.req.method === 'POST' ? keptFormAdvice : refusal.page_advice
  c.header('Retry-After', String(wait_seconds))
  c.header('Cache-Control', 'no-store')
  if (isCall(c)) return problem(c, status, `${title} ${advice}`)
  // React Router's own requests show the text on the error screen or beside the form.
  if (!c.req.header('Accept')?.includes('text/html')) return c.text(`${title} ${advice}`, status)
  return c.html(
    `<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
      `<h1>${title}</h1><p>${[advice, page_advice].filter(Boolean).join(' ')}</p>${reference()}</html>`,
    status,
  )
}

/** Returns whether the client closed the connection before its whole request had arrived. */
export function isCutOff(error: Error & { code?: string }): boolean {
  return error.code === 'ECONNRESET' && error.message === 'aborted'
}

/** Returns a paragraph with the request's id. A visitor can quote the id, and an operator finds the id in the log. */
export function reference(): string {
  const sentence = referenceSentence()
  return sentence && `<p class="reference wrap soft small">${sentence}</p>`
}

/** Returns the same sentence as `reference`, as plain text. Both texts are empty outside a request. */
export function referenceSentence(): string {
  const { request_id } = currentActivity() ?? {}
  return request_id ? referenceTo(request_id) : ''
}
