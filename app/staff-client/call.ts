import type { ClientResponse } from 'hono/client'

import type { Good } from '../platform/api/client.ts'
import { ok, type Result, refused } from '../platform/result.ts'

/** Why a call failed: the server could not be reached (`away`), or the API refused with a sentence and field errors. */
export type CallProblem =
  | { kind: 'away' }
  | {
      kind: 'refused'
      status: number
      title: string
      /** The id of the request, which a person can quote to the operator. */
      request_id?: string
      fields: Record<string, string>
      /** The whole response, with details such as the places left. */
      body: Record<string, unknown>
    }

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: object
  token?: string | null
  headers?: Record<string, string>
}

/** Calls the API without the typed client, so the caller names the type of the response. */
export async function call<Value>(
  path: string,
  { method = 'GET', body, token, headers: extraHeaders }: Call = {},
): Promise<Result<Value, CallProblem>> {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...extraHeaders,
  }
  return readResult(fetch(`/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
}

/**
 * Returns whether the server has ended a sign-in. Waits only briefly, because signing out must also work without the
 * server. If the server cannot be reached, the call is repeated when the browser is online again.
 */
export function endOnServer(end: () => Promise<Result<unknown, CallProblem>>): Promise<boolean> {
  const longest = 2000
  const ending = end().then((ended) => {
    const isAway = !ended.ok && ended.problem.kind === 'away'
    if (isAway) window.addEventListener('online', () => void end(), { once: true })
    return !isAway
  })
  return Promise.race([ending, new Promise<false>((resolve) => setTimeout(resolve, longest, false))])
}

/** Returns the option that lets a typed call change only this version of a row. `*` allows any version. */
export function ifMatch(version: string) {
  return { headers: { 'If-Match': version === '*' ? version : `"${version}"` } }
}

/** Returns the result of a call with the typed client, as in `await resultOf(api.$get({ query }))`. */
export function resultOf<Answer extends ClientResponse<unknown, number, string>>(
  call: Promise<Answer>,
): Promise<Result<Good<Answer>, CallProblem>> {
  return readResult<Good<Answer>>(call)
}

async function readResult<Value>(
  call: Promise<Pick<Response, 'ok' | 'status' | 'text'>>,
): Promise<Result<Value, CallProblem>> {
  try {
    const response = await call
    const answer: unknown = JSON.parse((await response.text()) || 'null')
    return response.ok
      ? ok(answer as Value)
      : refused({ kind: 'refused', ...refusalIn(answer, response.status) })
  } catch {
    // The network failed, or a proxy sent a body that is not JSON.
    return refused({ kind: 'away' })
  }
}

function refusalIn(answer: unknown, status: number) {
  const {
    title = '',
    fields = [],
    request_id,
  } = (answer ?? {}) as {
    title?: string
    request_id?: string
    fields?: { field: string; message: string }[]
  }
  return {
    status,
    title,
    ...(request_id && { request_id }),
    // If a field has several reasons, the first reason is kept.
    fields: Object.fromEntries(fields.toReversed().map(({ field, message }) => [field, message])),
    body: (answer ?? {}) as Record<string, unknown>,
  }
}

/** Returns the sentence that a screen shows for a problem. */
export function problemSentence(problem: CallProblem): string {
  return problem.kind === 'away'
    ? 'No connection just now. Please try again.'
    : withReadableFields(problem.title) || 'That did not work. Please try again.'
}

/**
 * Writes the fields in a sentence as words, and leaves out the format that the API expects: 'valid_from must be a valid day, as
 * yyyy-MM-dd.' becomes 'Valid from must be a valid day.'
 */
export function withReadableFields(sentence: string): string {
  const readable = withWords(sentence.replace(/, as (yyyy-MM-dd|HH:mm)(?=\.$)/, ''))
  return readable.replace(/^[a-z]\w*(?= )/, (field) => field.charAt(0).toUpperCase() + field.slice(1))
}

/** Writes the field names in a field's message as words, except at its start, where the label replaces the name. */
export function withReadableOthers(sentence: string): string {
  return sentence.replace(/(?<= ).*/s, withWords)
}

function withWords(text: string): string {
  return text.replaceAll(/\b[A-Za-z][a-z]*(_[a-z]+)+\b/g, (field) => field.replaceAll('_', ' '))
}

/** Returns a function which says whether the API refused a call with one of these statuses. */
const isRefusedWith =
  (...statuses: number[]) =>
  (problem: CallProblem): boolean =>
    problem.kind === 'refused' && statuses.includes(problem.status)

export const isSignedOut = isRefusedWith(401)
export const isAbsent = isRefusedWith(404)
/** Returns whether a link was already used or has expired. */
export const isSpent = isRefusedWith(410)
/** Returns whether the API could not read the input, or the input breaks a rule. */
export const isInvalid = isRefusedWith(400, 422)
/** Returns whether somebody else has changed the row since it was read. */
export const isStale = isRefusedWith(412)

/** Returns whether the data on the screen is still current, so that the same form can be sent again. */
export function isRetryable(problem: CallProblem): boolean {
  return problem.kind === 'away' || [422, 429].includes(problem.status) || problem.status >= 500
}

/** Returns the current row if somebody else has changed the row since it was read, otherwise null. */
export function currentIn<Value>(problem: CallProblem): Value | null {
  return isStale(problem) && problem.kind === 'refused'
    ? ((problem.body.current ?? null) as Value | null)
    : null
}
