import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

import { compress } from 'hono/compress'
import type { PageCache } from '../app/platform/http/page-cache/page-cache.server.ts'
import { refuseMethod } from '../app/platform/http/problem.ts'
import { securityHeaders } from '../app/platform/http/security-headers.server.ts'
import type { AppDependencies } from '../app/platform/app-dependencies.ts'
import { nameRoute } from '../app/platform/telemetry.server.ts'
import { listFiles } from './install-build.ts'

export type Web = Hono & Pick<PageCache, 'respondFromCache' | 'isDatabaseAway'>

const builtServer = '../build/server/index.js'
/** These folders contain only files. */
const isFile = /^\/(assets|pictures)\//
/** The service worker that opens Today offline. By default, it could control only paths below /assets. */
const serviceWorker = /^\/assets\/service-worker-[^/]+\.js$/
const aYear = 'public, max-age=31536000, immutable'
const embedScript = '/embed.js'
/** The service worker that opens saved tickets. It may control any path, and pages register it for two paths. */
const ticketWorker = '/ticket-worker.js'
const forAnySite = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' }
const tenMinutes = 'public, max-age=600, stale-while-revalidate=86400'
const aDay = 'public, max-age=86400'

/**
 * Returns the built site with its files. Browsers cache hashed files for a year, and pictures and icons for a day.
 * Cached pages are sent before any other handler runs.
 */
export async function createWeb(dependencies: AppDependencies): Promise<Web> {
  const { createApp, createPageCache, keepOrder }: typeof import('../app/handler.server.ts') = await import(
    builtServer
  )
  keepOrder(dependencies)
  const files = new Set(listFiles('build/client').map((path) => `/${path}`))
  const pageCache = createPageCache(dependencies)
  const web = new Hono()
  web.use((c, next) => {
    nameRoute(mostSpecific(matchedRoutes(c).map(({ path }) => path)))
    return next()
  })
  web.use(pageCache.serve)
  const compressed = compress()
  // A range is a range of bytes of the uncompressed file, so the response is not compressed.
  web.use((c, next) => (c.req.header('Range') ? next() : compressed(c, next)))
  const guardFile = securityHeaders(dependencies.config, () => true)
  const isStatic = (path: string) => isFile.test(path) || files.has(path)
  web.use((c, next) => (isStatic(c.req.path) ? guardFile(c, next) : next()))
  web.use((c, next) =>
    ['GET', 'HEAD'].includes(c.req.method) || !isStatic(c.req.path)
      ? next()
      : Promise.resolve(refuseMethod(c, 'GET, HEAD')),
  )
  web.use(embedScript, etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(forAnySite)] }))
  web.on('GET', ['/assets/*', '/pictures/*', '/:file'], async (c, next) => {
    await next()
    if (!c.res.ok || !isStatic(c.req.path)) return
    for (const [name, value] of Object.entries(fileHeadersOf(c.req.path))) c.header(name, value)
  })
  const sendWhole = serveStatic({ root: 'build/client', precompressed: true })
  const sendRange = serveStatic({ root: 'build/client' })
  const sendFile: typeof sendWhole = (c, next) => (c.req.header('Range') ? sendRange : sendWhole)(c, next)
  // Most requests are for pages. A disk access for each request would cost more than the routing.
  web.get('*', (c, next) => (files.has(c.req.path) ? sendFile(c, next) : next()))
  // A newer build may have added files, and this process may get requests for them from the pages of that build.
  web.get('/assets/*', sendFile)
  // There are no pages below these folders, so the answer for a missing file is a short 404.
  web.get('/assets/*', (c) => c.text('Not found', 404))
  web.get('/pictures/*', (c) => c.text('Not found', 404))
  // The app is added to `web` and not mounted, because mounting would wrap each middleware in a second error handler.
  return Object.assign(createApp(dependencies, web), {
    respondFromCache: pageCache.respondFromCache.bind(pageCache),
    isDatabaseAway: pageCache.isDatabaseAway.bind(pageCache),
  })
}

/** Returns the headers of a file. Only the names in `/assets` contain a hash. */
function fileHeadersOf(path: string): Record<string, string> {
  if (path.startsWith('/assets/'))
    return {
      'Cache-Control': aYear,
      ...(serviceWorker.test(path) && { 'Service-Worker-Allowed': '/winemaker/today' }),
    }
  // Webmail pages also show pictures, in our emails.
  if (path.startsWith('/pictures/'))
    return { 'Cache-Control': aDay, 'Cross-Origin-Resource-Policy': 'cross-origin' }
  // Other websites use the URL of the widget's script for years, so it is cached only for minutes.
  if (path === embedScript) return { 'Cache-Control': tenMinutes, ...forAnySite }
  return { 'Cache-Control': path === ticketWorker ? 'no-cache' : aDay }
}

/** Returns the pattern of the route that will answer. Pages name their route later, because `/*` matches all pages. */
function mostSpecific(paths: string[]): string {
  return (
    paths.findLast((path) => !path.includes('*')) ?? paths.findLast((path) => !/^\/?\*$/.test(path)) ?? '/*'
  )
}
