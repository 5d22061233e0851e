import { type Context, Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { createApi } from './api.server.ts'
import { bookingQueue, createBookingQueue, type BookingQueue } from './bookings/booking-queue.server.ts'
import { warmSearchIndex } from './search/index/search-index.server.ts'
import { pictureFiles } from './media/files.server.ts'
import { limitRates } from './platform/http/rate-limit.server.ts'
import { showCurrent } from './platform/api/version.server.ts'
import { attempt } from './platform/attempt.server.ts'
import { limitBodies } from './platform/http/body-limit.server.ts'
import { securityHeaders } from './platform/http/security-headers.server.ts'
import { lowerIds } from './platform/ids.ts'
import { policyReports } from './platform/http/policy-reports.server.ts'
import { isCall, problem } from './platform/http/problem.ts'
import { reportsPath } from './platform/http/content-policy.ts'
import { isForeignForm, withoutOrigin } from './platform/http/same-site.ts'
import { clock, config, database, rateLimited, log, pageDependencies, reading } from './platform/context.ts'
import { ExactPathRouter } from './platform/http/exact-path-router.server.ts'
import { PageCache } from './platform/http/page-cache/page-cache.server.ts'
import type { PageDependencies } from './platform/http/page-cache/page-dependencies.ts'
import type { Log } from './platform/log.server.ts'
import { limitLoad } from './platform/http/load-limiter.server.ts'
import { type Reader } from './platform/replica.server.ts'
import type { AppDependencies } from './platform/app-dependencies.ts'
import { metrics } from './system/metrics.server.ts'
import { describeApi } from './platform/api/describe-api.ts'
import { isForEverybody } from './site/public-paths.ts'
import { cacheKeyOf } from './site/cacheable-pages.ts'
import { toOutagePage } from './site/outage-page.tsx'

/** No form of ours comes near this; what does is not read to its end. */
const largestForm = 256 * 1024
/** A list of vineyards: 2 MB in base64, and its name. */
const largestList = 3 * 1024 * 1024

/**
 * The whole site as one function from Request to Response, so that a test can call it exactly as the network does.
 * `counter` is where its bookings are placed: the one desk of this process, unless another way is to be measured. `app` is
 * what stands before it already.
 */
export function createApp(
  dependencies: AppDependencies,
  queue: BookingQueue = createBookingQueue(dependencies.sql, { longest: dependencies.config.max_waiting }),
  app: Hono = new Hono({
    router: new ExactPathRouter(),
    getPath: (request) => lowerIds(getPath(request)),
  }),
): Hono {
  const handle = createRequestHandler(build, dependencies.config.production ? 'production' : 'development')

  app.use(securityHeaders(dependencies.config, isForEverybody))

  app.route('/media', pictureFiles(dependencies.config))
  // Before the crowd: a full house is no sick one.
  app.get('/healthz', async (c) => {
    const up = await attempt(
      dependencies.log,
      'The database does not answer',
      () => dependencies.sql`select 1`,
    )
    return up.ok ? c.text('ok') : c.text('The database does not answer.', 503)
  })

  app.route('/metrics', metrics(dependencies))
  app.route(reportsPath, policyReports(dependencies))

  // More at once than there are connections, so that none of them idles while a page is made.
  const { database_pool, max_waiting } = dependencies.config
  const crowd = limitLoad({ at_once: 2 * database_pool, max_waiting })
  // Who waits at the desk holds no connection, and lets others in meanwhile.
  const limitedQueue: BookingQueue = { book: (request) => crowd.stepAside(() => queue.book(request)) }
  app.use(crowd.turnAway)
  const limit = limitBodies({ usual: largestForm, below: { '/api/vineyard_imports': largestList } }, (c) =>
    refuse(c, 413, 'That is more than this form can take.'),
  )
  app.use((c, next) => (isUpload(c) ? next() : limit(c, next)))

  app.use((c, next) =>
    isForeignForm(c.req.raw, dependencies.config.site_url)
      ? Promise.resolve(refuse(c, 403, 'This form came from another site.'))
      : next(),
  )
  app.use(limitRates(dependencies))
  app.use((c, next) => (isUpload(c) ? next() : crowd.giveTurns(c, next)))

  const { api, describeAll, fail } = createApi(dependencies, limitedQueue)
  app.onError((error, c) => {
    if (isCall(c)) return fail(error, c)
    dependencies.log.error({ err: error, path: c.req.path }, 'A request failed')
    return c.text('Something went wrong.', 500)
  })

  const page = (c: Context): Response | Promise<Response> => {
    const { pathname, search } = new URL(c.req.url)
    const address = lowerIds(pathname + search)
    // Two slashes at its beginning would lead to another site.
    if (address !== pathname + search) return c.redirect(address.replace(/^\/+/, '/'), 308)
    const context = new RouterContextProvider()
    const page: PageDependencies | undefined = c.get('making')
    context.set(database, dependencies.sql)
    context.set(reading, readerFor(dependencies, page))
    context.set(clock, dependencies.now)
    context.set(config, dependencies.config)
    context.set(pageDependencies, page ?? null)
    context.set(log, page ? noticing(page, dependencies.log) : dependencies.log)
    context.set(rateLimited, c.get('held_back') ?? null)
    context.set(bookingQueue, limitedQueue)
    context.set(describeApi, describeAll)
    return handle(withDecodablePath(withoutOrigin(c.req.raw)), context)
  }
  // The page about the API is one of the site's.
  app.on(['GET', 'HEAD'], ['/api/docs', '/api/docs.data'], page)
  const callAlone = new Hono().onError(fail).route('/', api)
  app.use(
    '/api/*',
    showCurrent((request, env) => callAlone.fetch(request, env as object)),
  )
  app.route('/api', api)
  app.on(['GET', 'HEAD', 'POST'], '*', page)
  app.all('*', (c) => {
    c.header('Allow', 'GET, HEAD, POST')
    return c.text('That is not something this page can do.', 405)
  })
  return app
}

/**
 * Milliseconds for which one look at what has changed answers searches without a day. Who books is held to the moment
 * itself; a list may be half a second old.
 */
const catalogueGoodFor = 100

/** Pages of this process that are kept ready, to stand before its app. */
export function createPageCache(dependencies: AppDependencies): PageCache {
  return new PageCache(dependencies, dependencies.config, {
    goodFor: catalogueGoodFor,
    keepableOf: cacheKeyOf,
    whileAway: toOutagePage,
  })
}

/** Reads for a page, which is told of when that is. */
function readerFor({ sql, replica }: AppDependencies, page?: PageDependencies): Reader {
  return (act) => (replica ? replica.read(act, (moment) => page?.readAsOf(moment)) : act(sql))
}

/** A journal by which a page knows that a part of it failed, and was left out. */
function noticing(page: PageDependencies, journal: Log): Log {
  const error: Log['error'] = (...details: [unknown]) => {
    page.is_whole = false
    journal.error(...(details as Parameters<Log['error']>))
  }
  return {
    debug: journal.debug.bind(journal),
    info: journal.info.bind(journal),
    warn: journal.warn.bind(journal),
    fatal: journal.fatal.bind(journal),
    error,
  }
}

/** What is better done before the first visitor comes. What fails here is tried again by whoever needs it. */
export async function warmUp({ sql, log }: Pick<AppDependencies, 'sql' | 'log'>): Promise<void> {
  await attempt(log, 'The catalogue could not be read', () => warmSearchIndex(sql, catalogueGoodFor))
}

/** Pictures are read as they arrive, up to a limit of their own, and wait in a line of their own. */
function isUpload(c: Context): boolean {
  return c.req.method === 'POST' && c.req.path === '/api/pictures'
}

/** A refusal before any page or endpoint was reached, in the form its caller reads. */
function refuse(c: Context, status: 403 | 413, sentence: string): Response {
  return isCall(c) ? problem(c, status, sentence) : c.text(sentence, status)
}

/** The router prints a path that it cannot decode, with the id of a booking link in it: it gets one that it can. */
function withDecodablePath(request: Request): Request {
  if (!request.url.includes('%')) return request
  const url = new URL(request.url)
  try {
    decodeURIComponent(url.pathname)
    return request
  } catch {
    url.pathname = url.pathname.replaceAll('%', '%25')
    return new Request(url, request)
  }
}
