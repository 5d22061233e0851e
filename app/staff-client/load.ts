import type { ClientResponse } from 'hono/client'
import { data } from 'react-router'

import type { meApi } from '../people/accounts/account.api.ts'
import type { Good } from '../platform/api/client.ts'
import { ok, type Result } from '../platform/result.ts'
import { type CallProblem, isSignedOut, problemSentence, resultOf } from './call.ts'
import { redirectToLogin } from './guard.ts'
import { apiFor, type StaffArea, staffAreaOf } from './staff-area.ts'

export const unreadableAddress = 'The address of this page contains something that we cannot read.'

/** Returns what a loader must throw after a failed call: a redirect to the login, or an error with a sentence. */
export function failed(request: Pick<Request, 'url'>, problem: CallProblem) {
  if (isSignedOut(problem)) return redirectToLogin(staffAreaOf(request.url), request, true)
  if (problem.kind === 'away') return data({ message: problemSentence(problem) }, { status: 503 })
  const { status, request_id } = problem
  // The API's sentence names a URL parameter, which means nothing to staff, so they get a general sentence.
  const message = status === 400 ? unreadableAddress : problemSentence(problem)
  return data({ message, ...(status >= 500 && { request_id }) }, { status })
}

/** Returns the data of a loader's call to the API. If the call fails, throws the result of `failed`. */
export function load<Response extends ClientResponse<unknown, number, string>>(
  request: Pick<Request, 'url'>,
  call: Promise<Response>,
): Promise<Good<Response>> {
  return loadResult(request, resultOf(call))
}

/** Returns the value of a call's result. If the call failed, throws the result of `failed`. */
export async function loadResult<Value>(
  request: Pick<Request, 'url'>,
  call: Promise<Result<Value, CallProblem>>,
): Promise<Value> {
  const result = await call
  if (result.ok) return result.value
  throw failed(request, result.problem)
}

/** Loads one page of a list for the query of the URL. `defaults` are parameters that the URL can override. */
export async function loadList<
  Response extends ClientResponse<unknown, number, string>,
  Query extends object,
>(
  request: Pick<Request, 'url'>,
  list: (options: { query: Query }) => Promise<Response>,
  filters: readonly (keyof Query & string)[],
  defaults?: Partial<Query>,
): Promise<Good<Response> & { query: Query; isFiltered: boolean }> {
  const query = listQuery<Query>(request, filters)
  const page = await load(request, list({ query: { ...defaults, ...query } }))
  const isFiltered = Object.keys(query).some((name) => name !== 'sort' && name !== 'page')
  return Object.assign({ query, isFiltered }, page)
}

/**
 * Returns the list query of a URL: the named filters, the search, the sort and the page. Empty parameters are left out.
 */
export function listQuery<Query extends object>(
  request: Pick<Request, 'url'>,
  filters: readonly (keyof Query & string)[],
): Query {
  const { searchParams } = new URL(request.url)
  const given = [...filters, 'search', 'sort', 'page'].map((name) => [name, searchParams.get(name)?.trim()])
  return Object.fromEntries(given.filter(([, value]) => value)) as Query
}

/** Returns the id of the vineyard in the URL or, without one, the id of the signed-in winemaker's vineyard. */
export async function vineyardOf(
  area: StaffArea,
  vineyardId: string | undefined,
): Promise<Result<string, CallProblem>> {
  if (vineyardId !== undefined) return ok(vineyardId)
  const me = await resultOf(apiFor<typeof meApi>(area, '/api/me').index.$get())
  if (!me.ok) return me
  return ok(me.value && 'vineyard_id' in me.value ? me.value.vineyard_id : '')
}

/** Returns the id of the vineyard for a loader. Throws if the call fails. */
export function vineyardAt(request: Pick<Request, 'url'>, vineyardId?: string) {
  return loadResult(request, vineyardOf(staffAreaOf(request.url), vineyardId))
}
