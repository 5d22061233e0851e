import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import {
  data,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
  useRevalidator,
} from 'react-router'

import './missing-answer.css'

const loadNotice = () => import('./missing-answer-notice.tsx')
const MissingAnswerNotice = lazy(loadNotice)

type FailureKind = 'offline' | 'failed'

const sentences: Record<FailureKind, string> = {
  offline: 'No connection just now. Nothing on this page is lost.',
  failed: 'That didn’t work just now. Nothing on this page is lost.',
}

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
  // fetch throws a TypeError when the network fails.
  if (error instanceof TypeError) return 'offline'
  const status = isRouteErrorResponse(error)
    ? error.status
    : (error as { init?: ResponseInit } | null)?.init?.status
  return status !== undefined && (status === 429 || status >= 500) ? 'failed' : null
}

/** Returns whether the request of a loader is for the path of the page that is shown; its query may differ. */
function isShown({ url }: Pick<Request, 'url'>): boolean {
  return typeof location !== 'undefined' && new URL(url).pathname === location.pathname
}

type KeepOptions<Data> = {
  /** Recognises a missing answer in the data. */
  isMissing?: (data: Data) => boolean
  /** Changes the old data that is shown. */
  marked?: (last: Data, request: Pick<Request, 'url'>) => Data
}

/**
 * Keeps the data of a page. If a new query of the same page gets no answer, the page shows the old data again, and
 * `MissingAnswer` says so.
 */
function keepData<Data>({ isMissing = () => false, marked = (last) => last }: KeepOptions<Data> = {}) {
  let last: { path: string; data: Data } | undefined
  return {
    async load(request: Pick<Request, 'url'>, call: () => Promise<Data>): Promise<Data> {
      const before = isShown(request) && last?.path === location.pathname ? last : undefined
      const keep = (kind: FailureKind) => {
        report(kind)
        return before && marked(before.data, request)
      }
      try {
        const loaded = await call()
        if (before && isMissing(loaded)) return keep('failed') ?? loaded
        report(null)
        last = { path: new URL(request.url).pathname, data: loaded }
        return loaded
      } catch (error) {
        const kind = before && missingAnswer(error)
        const kept = kind && keep(kind)
        if (kept) return kept
        throw error
      }
    },
    /** Remembers the data that the server rendered. */
    useShown(shown: Data | null) {
      const { pathname } = useLocation()
      useEffect(() => {
        if (shown !== null && last?.path !== pathname) last = { path: pathname, data: shown }
      }, [pathname, shown])
    },
  }
}

/** The data that the pages of the staff areas last loaded, by route. */
const loaded = new Map<string, { path: string; result: DataStrategyResult }>()

/**
 * The middleware of the staff areas. If a new query of the page that is shown gets no answer, the page shows the old data
 * again, and `MissingAnswer` says so.
 */
export const keepPages: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next()
  if (request.method !== 'GET') return results
  const path = new URL(request.url).pathname
  let missing: FailureKind | null = null
  const kept = Object.entries(results).map(([route, result]) => {
    const before = loaded.get(route)
    if (result.type === 'data') loaded.set(route, { path, result })
    else if (before?.path === path && isShown(request)) {
      const kind = missingAnswer(result.result)
      missing = kind ?? missing
      if (kind) return [route, before.result]
    }
    return [route, result]
  })
  report(missing)
  return Object.fromEntries(kept)
}

type Loaded<Args extends { serverLoader: () => Promise<unknown> }> = Awaited<ReturnType<Args['serverLoader']>>

/** Returns the client loader of a page that the server loads. It keeps the page's data, as `keepData` describes. */
export function keepPage<Args extends { serverLoader: () => Promise<unknown> }>(
  options?: KeepOptions<Loaded<Args>>,
) {
  const { load, useShown } = keepData<Loaded<Args>>(options)
  const clientLoader = (args: { request: Request; serverLoader: () => Promise<Loaded<Args>> }) =>
    load(args.request, args.serverLoader)
  return { clientLoader, useShown }
}

/** Sends a form. If the answer is missing, the page keeps the typed fields, and `MissingAnswer` says so. */
export async function keepForm<Answer>(call: () => Promise<Answer>) {
  try {
    const answer = await call()
    report(null)
    return answer
  } catch (error) {
    const kind = missingAnswer(error)
    if (kind === null) throw error
    report(kind)
    // The status stops the loader from running again.
    return data(undefined, { status: 503 })
  }
}

/**
 * Says at the foot of the window that an answer is missing, until an answer arrives or another page is opened. With
 * `guardsLinks`, blocks links while there is no connection.
 */
export function MissingAnswer({ guardsLinks = false }) {
  const kind = useSyncExternalStore(
    watch,
    () => failure,
    () => null,
  )
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
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
      <MissingAnswerNotice
        sentence={sentences[kind]}
        onRetry={() => void revalidate()}
        onClose={() => report(null)}
      />
    </Suspense>
  )
}
