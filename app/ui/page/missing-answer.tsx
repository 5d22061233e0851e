import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import {
  data,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
  useMatches,
  useRevalidator,
} from 'react-router'

import './missing-answer.css'

const loadNotice = () => import('./missing-answer-notice.tsx')
const MissingAnswerNotice = lazy(loadNotice)

type FailureKind = 'offline' | 'failed'

let failure: FailureKind | null = null
const listeners = new Set<() => void>()

function report(kind: FailureKind | null): void {
  failure = kind
  for (const listen of listeners) listen()
}

function watch(listen: () => void) {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Returns why an answer is missing: no connection, or a server that failed or asks to wait; null for other errors. */
export function missingAnswer(error: unknown): FailureKind | null {
  const { data: wrapped, init } = (error ?? {}) as { data?: unknown; init?: ResponseInit }
  // fetch throws a TypeError when the network fails. The router wraps the errors of actions.
  if (error instanceof TypeError || wrapped instanceof TypeError) return 'offline'
  const status = isRouteErrorResponse(error) ? error.status : init?.status
  return status !== undefined && (status === 429 || status >= 500) ? 'failed' : null
}

/**
 * The `handle` of a page whose loader answers although its data is missing. `missing` returns why the data is missing, or null if
 * the answer has the data. `marked` changes the old data before the page shows it for the new query.
 */
export type KeptPage<Data> = {
  missing?: (loaded: Data) => FailureKind | null
  marked?: (last: Data, request: Pick<Request, 'url'>) => Data
}

/** The page that is shown: its path, and its data by route. */
let shown = { path: '', routes: new Map<string, { loaderData: unknown; handle?: unknown }>() }

/**
 * The middleware of all areas. If a new query of the page that is shown gets no answer, the page shows the old data again. If
 * a form gets no answer, the page keeps the typed fields. `MissingAnswer` tells the user.
 */
export const keepAnswers: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next()
  let missing: FailureKind | null = null
  const kept = Object.entries(results).map(([route, result]) => {
    const instead = request.method === 'GET' ? keepData(request, route, result) : keepForm(result)
    missing = instead?.kind ?? missing
    return [route, instead ? { type: 'data', result: instead.result } : result]
  })
  // After an action without an answer, the router loads no data. This empty result must not hide the notice.
  if (kept.length > 0) report(missing)
  return Object.fromEntries(kept)
}

function keepData(request: Request, route: string, { type, result }: DataStrategyResult) {
  const { pathname } = new URL(request.url)
  const last = pathname === shown.path && pathname === location.pathname ? shown.routes.get(route) : undefined
  if (last?.loaderData === undefined) return null
  const page = (last.handle ?? {}) as KeptPage<unknown>
  const kind = type === 'error' ? missingAnswer(result) : page.missing?.(result)
  return kind ? { kind, result: page.marked?.(last.loaderData, request) ?? last.loaderData } : null
}

function keepForm({ type, result }: DataStrategyResult) {
  const kind = type === 'error' ? missingAnswer(result) : null
  // The status stops the loader from running again.
  return kind && { kind, result: data(undefined, { status: 503 }) }
}

/**
 * Says at the foot of the window that an answer is missing, until an answer arrives or another page is opened. Remembers the
 * data of the page, which `keepAnswers` shows again. With `guardsLinks`, blocks links while there is no connection.
 */
export function MissingAnswer({ guardsLinks = false }) {
  const kind = useSyncExternalStore(
    watch,
    () => failure,
    () => null,
  )
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const matches = useMatches()
  useEffect(() => {
    shown = { path: pathname, routes: new Map(matches.map((match) => [match.id, match])) }
  }, [pathname, matches])
  useEffect(() => () => report(null), [pathname])
  // The notice loads before it is needed, because there may be no connection when it is needed.
  useEffect(
    () =>
      void loadNotice().then(
        ({ watchLinks }) => guardsLinks && watchLinks(() => report('offline')),
        () => {},
      ),
    [guardsLinks],
  )
  if (kind === null) return null
  return (
    <Suspense>
      <MissingAnswerNotice kind={kind} onRetry={() => void revalidate()} onClose={() => report(null)} />
    </Suspense>
  )
}
