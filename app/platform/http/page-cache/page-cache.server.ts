import type { Context, MiddlewareHandler, Next } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Config } from '../../config.server.ts'
import type { Log } from '../../log.server.ts'
import type { AppDependencies } from '../../app-dependencies.ts'
import { counter } from '../../metrics.server.ts'
import { currentActivity, nameRoute } from '../../telemetry.server.ts'
import { DataVersions, type CheckResult } from './data-versions.server.ts'
import { Coalescer } from './coalescer.ts'
import {
  codingFor,
  isKnown,
  type CachedPage,
  toCachedPage,
  pageIn,
  outagePage,
} from './cached-page.server.ts'
import { PageDependencies } from './page-dependencies.ts'
import { LruCache } from './lru-cache.ts'

/** The canonical path and query of a page, and what it depends on whatever it shows. */
export type CacheKey = { address: string; subjects: string[] }

type Options = {
  /** Milliseconds for which one check for changes is valid. */
  goodFor: number
  /** Returns null for pages that may not be cached. */
  cacheKeyOf: (url: URL) => CacheKey | null
  toOutageHtml: ToOutageHtml
}

/** Request headers of one visitor, which must not influence a cached page. */
const personalHeaders = [
  'accept-encoding',
  'authorization',
  'cookie',
  'if-modified-since',
  'if-none-match',
  'range',
]

/** Returns what a page shows while the database is away, from the cached page of `made_at`. */
export type ToOutageHtml = (html: string, made_at: Date) => string

const hits = counter('chalk_page_cache_hits_total', 'Requests answered with a cached page.')

/** Milliseconds. Requests that arrive longer than this after rendering began get the next render. */
const maxRenderAge = 500

/**
 * Caches pages that are the same for everybody until something on them changes. Concurrent requests share one render. A
 * page is rendered from its canonical URL alone, so it contains nothing of one visitor's request.
 */
export class PageCache {
  readonly #now: () => Date
  readonly #log: Log
  readonly #site: string
  readonly #cacheKeyOf: (url: URL) => CacheKey | null
  readonly #versions: DataVersions
  readonly #pages: LruCache<CachedPage>
  readonly #renders = new Coalescer<CachedPage>({ maxAge: maxRenderAge })
  readonly #toOutageHtml: ToOutageHtml
  readonly #outagePages: LruCache<CachedPage>
  #wasAway = false

  constructor(
    { sql, now, log }: Pick<AppDependencies, 'sql' | 'now' | 'log'>,
    { site_url, kept_pages_mb }: Pick<Config, 'site_url' | 'kept_pages_mb'>,
    { goodFor, cacheKeyOf, toOutageHtml }: Options,
  ) {
    this.#now = now
    this.#log = log
    this.#site = site_url
    this.#cacheKeyOf = cacheKeyOf
    this.#versions = new DataVersions(sql, goodFor)
    this.#pages = new LruCache(kept_pages_mb * 1_000_000)
    this.#toOutageHtml = toOutageHtml
    this.#outagePages = new LruCache((kept_pages_mb * 1_000_000) / 4)
  }

  /** Whether the database is away, as far as known. Starts a check if the last one is no longer valid. */
  isDatabaseAway(): boolean {
    void this.#check()
    return this.#versions.isAway
  }

  /** Sends a cached page without building a Request first. Returns false if it cannot. */
  respondFromCache(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (incoming.method !== 'GET' || !this.#versions.isRecent) return false
    const page = this.#findPage(incoming.url ?? '')
    if (!page) return false
    if (isKnown(incoming.headers['if-none-match'], page.etag)) {
      outgoing.writeHead(304, withRequestId(page)).end()
      noteHit(page)
      return true
    }
    const ready = page.ready.get(codingFor(incoming.headers['accept-encoding'] as string | undefined))
    if (!ready) return false
    outgoing.writeHead(200, withRequestId(ready)).end(ready.body)
    noteHit(page)
    return true
  }

  /** The middleware to register before all others. */
  readonly serve: MiddlewareHandler = (c, next) => (c.req.method === 'GET' ? this.#serve(c, next) : next())

  async #serve(c: Context, next: Next): Promise<Response | void> {
    const url = new URL(c.req.url)
    const isData = url.pathname.endsWith('.data')
    const key = this.#cacheKeyOf(isData ? pageOfData(url) : url)
    if (!key) return next()
    const check = await this.#check()
    if (check === 'away') return this.#respondWhileAway(c, next, key.address, isData)
    // If the changes are not known in time, the page is rendered anew.
    if (isData || check === 'late') return next()
    const page = this.#findPage(key.address)
    if (page) {
      noteHit(page)
      return respondWith(page, c.req.raw)
    }
    const request = c.req.raw
    const { value, isOwn } = await this.#renders.get(key.address, () => this.#render(c, next, key))
    if (!value) return isOwn ? undefined : next()
    const response = await respondWith(value, request)
    if (!isOwn) {
      noteHit(value)
      return response
    }
    // Hono would copy the headers of the response that is replaced.
    c.res = undefined
    c.res = response
  }

  /** Renders the page as the response of this request. Returns the cached page, or null if it may not be cached. */
  async #render(c: Context, next: Next, { address, subjects }: CacheKey): Promise<CachedPage | null> {
    const dependencies = new PageDependencies(performance.now(), subjects)
    c.set('page_dependencies', dependencies)
    c.req.raw = new Request(this.#site + address, { headers: withoutPersonal(c.req.raw.headers) })
    await next()
    const page = await toCachedPage(c.res, dependencies, this.#now())
    if (page) this.#pages.put(address, page)
    return page
  }

  async #check(): Promise<CheckResult> {
    const result = await this.#versions.check()
    const { isAway } = this.#versions
    if (isAway !== this.#wasAway) {
      this.#wasAway = isAway
      if (isAway) this.#log.error('The database is away: showing cached pages without places')
      else this.#log.info('The database is back')
      this.#outagePages.clear()
    }
    return result
  }

  /**
   * Shows pages that were current when the database went away. Data requests of open pages are not cached: their
   * response makes React Router load the whole page.
   */
  async #respondWhileAway(
    c: Context,
    next: Next,
    address: string,
    isData: boolean,
  ): Promise<Response | void> {
    const page = this.#pages.get(address)
    if (!page || !this.#versions.isTrusted || !this.#versions.isCurrent(page)) return next()
    if (isData) return new Response(null, { status: 204, headers: reloadHeaders(address) })
    // A page that depends on nothing is always current.
    noteHit(page)
    if (page.subjects.size === 0) return respondWith(page, c.req.raw)
    const shown = this.#outagePages.get(address) ?? (await outagePage(page, this.#toOutageHtml))
    this.#outagePages.put(address, shown)
    const { head, body } = await pageIn(shown, codingFor(c.req.header('Accept-Encoding')))
    return new Response(body, { headers: pairsOf(head) })
  }

  #findPage(address: string): CachedPage | undefined {
    const page = this.#pages.get(address)
    return page && this.#isCurrent(page) ? page : undefined
  }

  #isCurrent(page: CachedPage): boolean {
    const now = this.#now()
    // A page from the future was made while the clock was wrong.
    if (now.getTime() >= page.ends_at || now < page.made_at) return false
    if (page.checked === this.#versions.checks) return true
    if (!this.#versions.isCurrent(page)) return false
    page.checked = this.#versions.checks
    return true
  }
}

async function respondWith(page: CachedPage, request: Request): Promise<Response> {
  if (isKnown(request.headers.get('If-None-Match') ?? undefined, page.etag))
    return new Response(null, { status: 304, headers: pairsOf(page.head) })
  const { head, body } = await pageIn(page, codingFor(request.headers.get('Accept-Encoding') ?? undefined))
  return new Response(body, { headers: pairsOf(head) })
}

function noteHit({ route }: CachedPage): void {
  hits.inc()
  if (route) nameRoute(route)
}

/** Headers set on the response itself would make Node compare each with those of the page. */
function withRequestId({ head }: { head: string[] }): string[] {
  const id = currentActivity()?.request_id
  return id ? [...head, 'X-Request-Id', id] : head
}

/** Returns the URL of the page whose data React Router requests. */
function pageOfData(url: URL): URL {
  const page = new URL(url)
  page.pathname = url.pathname.replace(/(?<=\/)_\.data$|\.data$/, '')
  page.searchParams.delete('_routes')
  return page
}

/** Headers that tell React Router to load the page as a whole. */
function reloadHeaders(address: string): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'X-Remix-Redirect': address,
    'X-Remix-Status': '302',
    'X-Remix-Reload-Document': 'true',
  }
}

function pairsOf(fields: string[]): [string, string][] {
  return Array.from({ length: fields.length / 2 }, (_, n) => [fields[2 * n] ?? '', fields[2 * n + 1] ?? ''])
}

function withoutPersonal(headers: Headers): Headers {
  const rest = new Headers(headers)
  for (const name of personalHeaders) rest.delete(name)
  return rest
}
