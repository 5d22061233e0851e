import { hash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
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
import { keptFormAdvice, reference } from './platform/http/problem.ts'
import { isHttpsOnly } from './platform/http/security-headers.server.ts'
import { freshNonce, hashInlineScripts } from './platform/http/inline-scripts.server.ts'
import { inlineStyles } from './platform/http/inline-styles.server.ts'
import { loadScriptsAfterPaint } from './platform/http/late-scripts.server.ts'
import { withoutScripts } from './platform/http/without-scripts.ts'
import { isForEverybody } from './content/site/same-for-everybody.ts'
import { frameRouteId, type FrameView } from './partners/widget/frame.tsx'
import { frameAncestors } from './partners/widget/widget.ts'

/** Stores the address to which the page belongs, because Back may change the address before the other scripts run. */
const rememberAddress = 'addressOfPage = location.pathname + location.search'

/**
 * Renders the whole page before it sends anything, so that the page can be cached and compressed. Uses the streaming
 * renderer, because loader data reaches the browser through Suspense. The content security policy names the script hashes
 * of a public page, and the nonce of a private page.
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
  const whole = await renderWhole(<ServerRouter context={router} url={request.url} nonce={nonce} />)
  const rendered = whole.replace('<head>', `<head><script nonce="${nonce}">${rememberAddress}</script>`)
  const frame = frameOf(router)
  const styled = isVisitorPage(router)
    ? inlineStyles(loadScriptsAfterPaint(rendered), frame?.theme)
    : { html: rendered, sources: [] }
  const shown = status >= 500 && frame === undefined ? asFailed(styled.html, request.method) : styled.html
  const { html, sources } = isForEverybody(request)
    ? hashInlineScripts(shown, nonce)
    : { html: shown, sources: [`'nonce-${nonce}'`] }
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    pagePolicy({
      scripts: sources,
      styles: [
        ...styled.sources,
        ...(frame?.style ? [`'sha256-${hash('sha256', frame.style, 'base64')}'`] : []),
      ],
      origins: settings.map?.origins ?? [],
      assetOrigins: settings.map?.asset_origins ?? [],
      https: isHttpsOnly(settings),
      ancestors: frame?.ancestors,
      frames: isMatched(router, widgetPreview),
    }),
  )
  headers.set('Reporting-Endpoints', reportingEndpoints)
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

/**
 * Adds to a failed page the reference that the visitor can quote, and advice on how to get back to a form that was sent.
 * Removes the scripts, because rendering in the browser would remove both additions.
 */
function asFailed(html: string, method: string): string {
  // Some failed pages still show the form with its input, so they need no advice.
  const isFormLost = method === 'POST' && !html.includes('method="post"')
  const advice = isFormLost ? `<p class="wrap">${keptFormAdvice}</p>` : ''
  return withoutScripts(html).replace('</main>', () => `${advice}${reference()}</main>`)
}

/** Rejects with the first error, so that React Router renders the error screen instead of half a page. */
function renderWhole(page: ReactNode): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe } = renderToPipeableStream(page, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => resolve(text(pipe(new PassThrough()))),
    onError: reject,
  })
  return promise
}

/** Returns whether a page is for visitors. Only visitor pages delay their scripts: staff pages are empty without them. */
function isVisitorPage(router: EntryContext): boolean {
  return isMatched(router, 'routes/public/layout') || isMatched(router, frameRouteId)
}

/** The route with the preview of the booking widget in a frame. */
const widgetPreview = 'routes/winemaker/integrations'

function isMatched({ staticHandlerContext }: EntryContext, routeId: string): boolean {
  return staticHandlerContext.matches.some(({ route }) => route.id === routeId)
}

/** Returns the data that pages in a frame share, or undefined outside frames. Without data, any site may frame the page. */
function frameOf(router: EntryContext): FrameView | undefined {
  if (!isMatched(router, frameRouteId)) return undefined
  const view: FrameView | undefined = router.staticHandlerContext.loaderData[frameRouteId]
  return view ?? { ancestors: frameAncestors(null, true), style: null, theme: null, may_choose: false }
}

/** Logs unexpected errors. Refusals, and errors after the visitor has left, are expected. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(log).error({ err: error, path: new URL(request.url).pathname }, 'A page failed')
}
