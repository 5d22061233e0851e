import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'

import { pagePolicy } from './platform/content-policy.ts'
import { config, log } from './platform/context.ts'
import { isHttpsOnly } from './platform/guarded-answers.server.ts'
import { freshNonce, hashInlineScripts } from './platform/inline-scripts.server.ts'
import { isForEverybody } from './site/for-everybody.ts'

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
  const failures: unknown[] = []
  const nonce = freshNonce()
  const page = await renderToReadableStream(
    <ServerRouter context={router} url={request.url} nonce={nonce} />,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  )
  await page.allReady
  // Thrown, so that the router renders the error screen in place of half a page.
  if (failures.length > 0) throw failures[0]

  const rendered = await new Response(page).text()
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
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

/** Refusals a page answers with are no errors; what nobody foresaw is logged, unless the visitor has gone. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(log).error({ err: error, path: new URL(request.url).pathname }, 'A page failed')
}
