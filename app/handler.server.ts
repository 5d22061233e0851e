import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { getPath } from 'hono/utils/url'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { nobody } from './people/sign-in/actor.ts'
import { createApi } from './api.server.ts'
import { answerInOcto } from './partners/octo/octo-access.server.ts'
import { createOcto } from './partners/octo/octo.api.ts'
import {
  type BookingLimit,
  bookingLimit,
  queueBookings,
} from './bookings/new-bookings/create-booking.server.ts'
import { viewersOf } from './catalogue/pictures/vineyard-picture.server.ts'
import { cacheVineyards } from './explore/search/matches.server.ts'
import { pictureFiles } from './platform/media/serve-picture.server.ts'
import { limitRates } from './platform/http/rate-limit.server.ts'
import { showCurrent } from './platform/api/version.server.ts'
import { attempt } from './platform/attempt.server.ts'
import { limitBodies } from './platform/http/body-limit.server.ts'
import { securityHeaders } from './platform/http/security-headers.server.ts'
import { logRefusals } from './platform/security-events.server.ts'
import { lowerIds } from './platform/ids.ts'
import { policyReports } from './platform/http/policy-reports.server.ts'
import {
  isCall,
  isCutOff,
  keptFormAdvice,
  problem,
  referenceSentence,
  refuseMethod,
} from './platform/http/problem.ts'
import { reportsPath } from './platform/http/content-policy.ts'
import { isForeignForm, withoutOrigin } from './platform/http/same-site.server.ts'
import { clock, config, database, rateLimited, log, reading } from './platform/context.ts'
import { PageCache, type PageRender } from './platform/http/page-cache/page-cache.server.ts'
import type { Log } from './platform/log.server.ts'
import { limitLoad } from './platform/http/load-limiter.server.ts'
import type { AppDependencies } from './platform/app-dependencies.ts'
import { metrics } from './operations/system/metrics.server.ts'
import { describeApi } from './platform/api/describe-api.ts'
import { isForEverybody } from './content/site/same-for-everybody.ts'
import { cacheKeyOf } from './content/site/cacheable-pages.ts'
import { toOutagePage } from './content/site/outage-page.tsx'

/** The largest form in bytes. Our forms are far smaller, and larger bodies are not read to their end. */
const largestForm = 256 * 1024
/** The largest import in bytes: a list of 2 MB in base64, and its name. */
const largestList = 3 * 1024 * 1024
const largeBodies = {
  '/api/vineyard_imports': largestList,
  '/api/experience_imports': largestList,
  '/api/booking_imports': largestList,
}

/** The API paths that pages of other sites may read: vineyards, experiences and their times. */
const publicRead = /^\/api\/((vineyards|experiences)(\/[0-9a-f-]{36})?|slots|open_days|availability)$/

/**
 * Adds the whole site to `app`, after the handlers that are already registered there, and returns `app`. A test can send it
 * requests as the network does.
 */
export function createApp(
  dependencies: AppDependencies,
  app: Hono = new Hono({
    getPath: (request) => lowerIds(getPath(request)),
  }),
): Hono {
  const handle = createRequestHandler(build, dependencies.config.production ? 'production' : 'development')

  app.use(securityHeaders(dependencies.config, isForEverybody))
  app.use(logRefusals(dependencies))
  // Allows only requests without a token: to send a token, a browser needs a permission that we do not give.
  const answerAnyOrigin = cors({ origin: '*', exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'] })
  app.use((c, next) =>
    ['GET', 'HEAD'].includes(c.req.method) && publicRead.test(c.req.path) ? answerAnyOrigin(c, next) : next(),
  )

  app.use('/octo/*', answerInOcto)

  app.route(
    '/media',
    pictureFiles(dependencies.config, (address, key) => viewersOf(dependencies.sql, address, key)),
  )
  // Runs before the load limiter: an overloaded process is still healthy.
  app.get('/healthz', async (c) => {
    const up = await attempt(
      dependencies.log,
      'The database does not answer',
      () => dependencies.sql`select 1`,
    )
    return up.ok ? c.text('ok') : c.text('The database does not answer.', 503)
  })

  app.route(reportsPath, policyReports(dependencies))
  const changing = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  app.on(changing, ['/media/:name', '/healthz', '/metrics'], (c) => refuseMethod(c, 'GET, HEAD'))
  app.all(reportsPath, (c) => refuseMethod(c, 'POST'))

  // The limiter admits more requests than there are connections, so that no connection idles while a page renders.
  const { database_pool, max_waiting } = dependencies.config
  const at_once = 2 * database_pool
  const loadLimiter = limitLoad({ at_once, max_waiting })
  const bookings = queueBookings(dependencies.config)
  // A waiting booking uses no connection, so the load limiter lets another request run instead.
  const limitBookings: BookingLimit = (book) => loadLimiter.stepAside(() => bookings.run(book, () => null))
  app.route(
    '/metrics',
    metrics(dependencies, () => ({
      at_once,
      max_waiting,
      ...loadLimiter.usage(),
      booking: bookings.usage().waiting,
    })),
  )
  app.use(loadLimiter.refuseWhenFull)
  const limit = limitBodies({ usual: largestForm, below: largeBodies }, (c) =>
    refuse(c, 413, 'That is more than this form can take.', 'Please go back and shorten it.'),
  )
  app.use((c, next) => (isUpload(c) ? next() : limit(c, next)))

  app.use((c, next) =>
    isForeignForm(c.req.raw, dependencies.config.site_url)
      ? Promise.resolve(refuse(c, 403, 'This form came from another site.'))
      : next(),
  )
  app.use(limitRates(dependencies))
  app.use((c, next) => (isUpload(c) ? next() : loadLimiter.wait(c, next)))

  const { api, describeAll, fail } = createApi(dependencies, limitBookings)
  app.onError((error, c) => {
    if (isCall(c)) return fail(error, c)
    if (isCutOff(error)) return c.text('The connection ended before the whole request arrived.', 400)
    dependencies.log.error({ err: error, path: c.req.path }, 'A request failed')
    const advice = c.req.method === 'POST' ? keptFormAdvice : ''
    return c.text(['Something went wrong.', advice, referenceSentence()].filter(Boolean).join(' '), 500)
  })

  const page = async (c: Context): Promise<Response> => {
    const { pathname, search } = new URL(c.req.url)
    const address = lowerIds(pathname + search)
    // A path with two leading slashes would redirect to another host.
    if (address !== pathname + search) return c.redirect(address.replace(/^\/+/, '/'), 308)
    const context = new RouterContextProvider()
    const render: PageRender | undefined = c.get('page_render')
    const { sql, replica } = dependencies
    context.set(database, sql)
    context.set(reading, (act) => (replica ? replica.read(act) : act(sql)))
    context.set(clock, dependencies.now)
    context.set(config, dependencies.config)
    context.set(log, render ? watchErrors(render, dependencies.log) : dependencies.log)
    context.set(rateLimited, c.get('rate_limited') ?? null)
    context.set(bookingLimit, limitBookings)
    context.set(describeApi, describeAll)
    const response = await handle(withDecodablePath(withoutOrigin(c.req.raw)), context)
    // React Router answers 405 if a page without an action gets a POST request: the page can only be read.
    if (response.status === 405 && !response.headers.has('Allow')) response.headers.set('Allow', 'GET, HEAD')
    return response
  }
  // The API's documentation is a page of the site.
  app.on(['GET', 'HEAD'], ['/api/docs', '/api/docs.data'], page)
  const callAlone = new Hono().onError(fail).route('/', api)
  app.use(
    '/api/*',
    showCurrent((request, env) => callAlone.fetch(request, env as object)),
  )
  app.route('/api', api)
  app.route('/octo', createOcto(dependencies))
  app.on(['GET', 'HEAD', 'POST'], '*', page)
  app.all('*', (c) => refuseMethod(c, 'GET, HEAD, POST'))
  return app
}

/** Returns the page cache of this process. Register it before the app. */
export function createPageCache(dependencies: AppDependencies): PageCache {
  const isByStaff = (c: Context) => ['winemaker', 'admin'].includes((c.get('actor') ?? nobody).actor)
  return new PageCache(dependencies, { cacheKeyOf, isByStaff, toOutageHtml: toOutagePage })
}

/** Returns a log whose errors also mark the page as incomplete, so that it is not cached. */
function watchErrors(render: PageRender, log: Log): Log {
  const error: Log['error'] = (...details: [unknown]) => {
    render.is_complete = false
    log.error(...(details as Parameters<Log['error']>))
  }
  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    fatal: log.fatal.bind(log),
    error,
  }
}

/** Milliseconds for which a process caches the order of all vineyards. Places for a chosen day never rely on this cache. */
const orderGoodFor = 5000

/** Lets the searches of this process cache the order of all vineyards. */
export function keepOrder({ sql }: Pick<AppDependencies, 'sql'>): void {
  cacheVineyards(sql, orderGoodFor)
}

/** Returns whether a request uploads a picture. Uploads have limits and a queue of their own. */
function isUpload(c: Context): boolean {
  if (c.req.method !== 'POST') return false
  const isReview = /^\/booking\/[^/]+\/review(\.data)?$/.test(c.req.path)
  return (
    c.req.path === '/api/pictures' ||
    (isReview && c.req.header('Content-Type')?.startsWith('multipart/form-data') === true)
  )
}

/** Refuses a request before it reaches a page or an endpoint. API calls get problem JSON; visitors also read `advice`. */
function refuse(c: Context, status: 403 | 413, sentence: string, advice = ''): Response {
  return isCall(c) ? problem(c, status, sentence) : c.text(`${sentence} ${advice}`.trim(), status)
}

/** Escapes a path that cannot be decoded: React Router would log the path, which could reveal a booking link. */
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
