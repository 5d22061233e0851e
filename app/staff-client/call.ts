import type { ClientResponse } from 'hono/client'

import type { Good } from '../platform/api/client.ts'
import { ok, type Result, refused } from '../platform/result.ts'

/** Why a call came to nothing: no connection, or the API's own refusal with its sentence and the fields it names. */
export type CallProblem =
  | { kind: 'away' }
  | {
      kind: 'refused'
      status: number
      title: string
      fields: Record<string, string>
      /** All that the API said, such as how many places are left. */
      said: Record<string, unknown>
    }

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: object
  token?: string | null
  headers?: Record<string, string>
}

/** Calls the API and reads its answer, whose shape the caller knows. */
export async function call<Value>(
  path: string,
  { method = 'GET', body, token, headers: more }: Call = {},
): Promise<Result<Value, CallProblem>> {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...more,
  }
  return answerOf(fetch(`/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
}

/**
 * The version of a thing that was seen, beside a typed call's arguments: another one is not overwritten. `*` for a switch,
 * which counts as it stands.
 */
export function seenAs(version: string) {
  return { headers: { 'If-Match': version === '*' ? version : `"${version}"` } }
}

/** What a call of the typed client came to: `await resultOf(api.$get({ query }))`. */
export function resultOf<Answer extends ClientResponse<unknown, number, string>>(
  calling: Promise<Answer>,
): Promise<Result<Good<Answer>, CallProblem>> {
  return answerOf<Good<Answer>>(calling)
}

async function answerOf<Value>(
  calling: Promise<Pick<Response, 'ok' | 'status' | 'text'>>,
): Promise<Result<Value, CallProblem>> {
  try {
    const response = await calling
    const answer: unknown = JSON.parse((await response.text()) || 'null')
    return response.ok
      ? ok(answer as Value)
      : refused({ kind: 'refused', ...refusalIn(answer, response.status) })
  } catch {
    // fetch fails where the network does; what is no JSON came from something on the way.
    return refused({ kind: 'away' })
  }
}

function refusalIn(answer: unknown, status: number) {
  const { title = '', fields = [] } = (answer ?? {}) as {
    title?: string
    fields?: { field: string; message: string }[]
  }
  return {
    status,
    title,
    // The first of a field's reasons is the nearest one.
    fields: Object.fromEntries(fields.toReversed().map(({ field, message }) => [field, message])),
    said: (answer ?? {}) as Record<string, unknown>,
  }
}

/** What a screen says of it. */
export function problemSentence(problem: CallProblem): string {
  return problem.kind === 'away'
    ? 'No connection just now. Please try again.'
    : inPlainWords(problem.title) || 'That did not work. Please try again.'
}

/** 'Guest name must not be empty.' of a sentence that begins with a field as the API calls it. */
function inPlainWords(sentence: string): string {
  return sentence.replace(/^[a-z]\w*(?= )/, (field) => {
    const words = field.replaceAll('_', ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  })
}

/** Whether it says that the session has ended. */
export function isSignedOut(problem: CallProblem): boolean {
  return problem.kind === 'refused' && problem.status === 401
}

/** Whether it says that there is no such thing. */
export function isAbsent(problem: CallProblem): boolean {
  return problem.kind === 'refused' && problem.status === 404
}

/** Whether it says that a link was used already, or is too old. */
export function isSpent(problem: CallProblem): boolean {
  return problem.kind === 'refused' && problem.status === 410
}

/** Whether it says that somebody else changed the thing since it was read. */
export function isStale(problem: CallProblem): boolean {
  return problem.kind === 'refused' && problem.status === 412
}

/** Whether nothing is wrong but the moment or what was typed: whoever tries again finds things as they saw them. */
export function isAsSeen(problem: CallProblem): boolean {
  return problem.kind === 'away' || [422, 429].includes(problem.status) || problem.status >= 500
}

/** What a thing says now that somebody else changed since it was read; null where that is not what happened. */
export function currentIn<Value>(problem: CallProblem): Value | null {
  return isStale(problem) && problem.kind === 'refused'
    ? ((problem.said.current ?? null) as Value | null)
    : null
}

/** A file that a call answered, as text; null where it answered none. */
export async function fileTextOf(calling: Promise<Pick<Response, 'ok' | 'text'>>): Promise<string | null> {
  try {
    const response = await calling
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
