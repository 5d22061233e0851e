import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'

import { log } from './platform/context.ts'

/**
 * Pages are rendered whole: a visitor's page has nothing to wait for, and a whole one can be cached and compressed. It
 * takes the streaming renderer all the same, because the loaders' data reaches the browser through Suspense.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const failures: unknown[] = []
  const page = await renderToReadableStream(<ServerRouter context={router} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  await page.allReady
  // Thrown, so that the router renders the error screen in place of half a page.
  if (failures.length > 0) throw failures[0]
  return new Response(page, { status, headers })
}

/** Refusals a page answers with are no errors; what nobody foresaw is logged, unless the visitor has gone. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(log).error({ err: error, path: new URL(request.url).pathname }, 'A page failed')
}
