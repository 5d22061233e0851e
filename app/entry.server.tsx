import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'

import { pagePolicy, reportingEndpoints } from './platform/http/content-policy.ts'
import { config, log } from './platform/context.ts'
import { isHttpsOnly } from './platform/http/security-headers.server.ts'
import { freshNonce, hashInlineScripts } from './platform/http/inline-scripts.server.ts'
import { afterThePicture } from './platform/http/late-scripts.server.ts'
import { isForEverybody } from './site/public-paths.ts'

/**
 * Pages are rendered whole: a visitor's page has nothing to wait for, and a whole one can be cached and compressed. It
 * takes the streaming renderer all the same, because the loaders' data reaches the browser through Suspense. A page for
 * everybody names the hashes of its scripts, so that body and header can be kept side by side; a private one its nonce.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const settings = context.get(config)
  const nonce = freshNonce()
  const written = await writtenWhole(<ServerRouter context={router} url={request.url} nonce={nonce} />)
  const rendered = isVisitors(router) ? afterThePicture(written) : written
  const { html, sources } = isForEverybody(request)
    ? hashInlineScripts(rendered, nonce)
    : { html: rendered, sources: [`'nonce-${nonce}'`] }
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    pagePolicy({
      inline: sources,
      origins: settings.map?.origins ?? [],
      https: isHttpsOnly(settings),
    }),
  )
  headers.set('Reporting-Endpoints', reportingEndpoints)
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

/** Rejects with the first failure, so that the router renders the error screen in place of half a page. */
function writtenWhole(page: ReactNode): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const parts: Buffer[] = []
  const paper = new Writable({
    write: (part: Buffer, _coding, done) => {
      parts.push(part)
      done()
    },
    final: (done) => {
      resolve(Buffer.concat(parts).toString())
      done()
    },
  })
  const { pipe } = renderToPipeableStream(page, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => void pipe(paper),
    onError: reject,
  })
  return promise
}

/** Staff see nothing of their pages before the scripts are there. */
function isVisitors({ staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => route.id === 'routes/public/layout')
}

/** Refusals a page answers with are no errors; what nobody foresaw is logged, unless the visitor has gone. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(log).error({ err: error, path: new URL(request.url).pathname }, 'A page failed')
}
