import type { ClientResponse } from 'hono/client'
import {
  data,
  type DataStrategyResult,
  href,
  type MiddlewareFunction,
  redirect,
  redirectDocument,
} from 'react-router'

import type { meApi } from '../people/accounts/account.api.ts'
import type { Good } from '../platform/api/client.ts'
import { ok, type Result } from '../platform/result.ts'
import { settleSent } from '../ui/forms/drafts.ts'
import { type CallProblem, isSignedOut, problemSentence, resultOf } from './call.ts'
import { apiFor, type StaffArea, staffAreaOf } from './staff-area.ts'

/** Returns the URL of a login that leads back to the page `from`. With `ended`, the login says that the sign-in ended. */
export function loginUrl(area: StaffArea, from: string, ended: boolean): string {
  const login = area === 'admin' ? href('/login') : href('/winemaker/login')
  return `${login}?${new URLSearchParams({ from, ...(ended && { ended: '' }) })}`
}

/** Returns a redirect to the login of an area. After the sign-in, the login leads back to this page. */
export function redirectToLogin(area: StaffArea, request: Pick<Request, 'url'>, ended = false): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(loginUrl(area, pathname + search, ended))
}

/** The areas in which somebody has been signed in since the document was loaded. */
const seenSignedIn = new Set<StaffArea>()

/**
 * Returns the middleware of an area, which redirects to the login if nobody is signed in. If a sign-in ends during an action or a
 * loader, the redirect replaces their results: an action that returned an ordinary refusal would lose the typed text.
 */
export function requireSignIn(
  area: StaffArea,
  isSignedIn: () => boolean,
): MiddlewareFunction<Record<string, DataStrategyResult>> {
  return async ({ request }, next) => {
    const settle = () => request.method === 'POST' && settleSent(!isSignedIn())
    if (!isSignedIn()) {
      // A form that is sent by a component remembers its text only after this call.
      await Promise.resolve()
      settle()
      throw redirectToLogin(area, request, seenSignedIn.has(area))
    }
    seenSignedIn.add(area)
    const results = await next()
    settle()
    if (isSignedIn()) return results
    const result = redirectToLogin(area, request, true)
    return Object.fromEntries(Object.keys(results).map((route) => [route, { type: 'error', result }]))
  }
}

/** Reloads a page that a link inside the site opened, because only a loaded document has its own headers. */
export function requireOwnDocument({ url }: Pick<Request, 'url'>): void {
  const { pathname, search } = new URL(url)
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && new URL(loaded.name).pathname !== pathname) throw redirectDocument(pathname + search)
}

export const unreadableAddress = 'The address of this page contains something that we cannot read.'

/** Returns what a loader must throw after a failed call: a redirect to the login, or an error with a sentence. */
export function failed(area: StaffArea, request: Pick<Request, 'url'>, problem: CallProblem) {
  if (isSignedOut(problem)) return redirectToLogin(area, request, true)
  if (problem.kind === 'away') return data({ message: problemSentence(problem) }, { status: 503 })
  const { status, request_id } = problem
  // The API names the parameter, which people who follow or edit a link have never seen.
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
  throw failed(staffAreaOf(request.url), request, result.problem)
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
export function vineyardAt(
  area: StaffArea,
  request: Pick<Request, 'url'>,
  vineyardId: string | undefined,
): Promise<string> {
  return loadResult(request, vineyardOf(area, vineyardId))
}

/** The longest path in characters; our own URLs are shorter. */
const longestPath = 2000

/**
 * Returns a path of this site with its query and hash, or `fallback` if `requested` could lead to another
 * site. Each of `//evil.example`, `/\evil.example`, `/%2Fevil.example` and `/x/..//evil.example` names
 * another host to some browser or proxy.
 */
export function returnPath(requested: string | null | undefined, fallback: string): string {
  if (!requested || requested.length > longestPath || !staysHere(requested)) return fallback
  const { pathname, search, hash } = new URL(requested, 'http://here.invalid')
  const path = pathname + search + hash
  return staysHere(path) ? path : fallback
}

/** Returns whether every browser, and every proxy that decodes this path, reads it as a path of this site. */
function staysHere(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(path) || !path.isWellFormed()) return false
  const [pathname = ''] = path.split(/[?#]/)
  const plain = decode(pathname)
  return plain !== undefined && (plain === pathname || staysHere(plain))
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
