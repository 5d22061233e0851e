import type { Context, MiddlewareHandler, Next } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { AppDependencies } from '../../app-dependencies.ts'
import { counter } from '../../metrics.server.ts'
import { currentActivity, nameRoute } from '../../telemetry.server.ts'
import { codingFor, isKnown } from '../content-coding.server.ts'
import { type CachedPage, type PageContent, pageIn, toCachedPage } from './cached-page.server.ts'
import { PageVersion, raisePageVersion } from './page-version.server.ts'

/** The canonical path and query of a page, and the kind of its content. */
export type CacheKey = { address: string; content: PageContent }

/** The state of a render whose page may be cached. The app sets `is_complete` to false if a part of the page failed. */
export type PageRender = { is_complete: boolean }

type Options = {
  /** Returns null for pages that may not be cached. */
  cacheKeyOf: (url: URL) => CacheKey | null
  /** Returns whether staff sent the request. Called after the request was handled. */
  isByStaff: (c: Context) => boolean
  /** Returns the page to show while the database is away, from the cached page that was rendered at `made_at`. */
  toOutageHtml: (html: string, made_at: Date) => string
}

/** Milliseconds for which a page is served: `usual`, and `in_outage` while the database is away. */
const maxAge = { usual: 5000, in_outage: 600_000 }
/** Milliseconds by which a page's data may be out of date, because a loader remembers data or a replica lags. */
const memory = 100

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** The request headers that a render sees. Others, such as cookies, are removed, so that they cannot influence the page. */
const headersToRender = ['accept', 'x-forwarded-for']

const hits = counter('chalk_page_cache_hits_total', 'Requests answered with a cached page.')

/**
 * Caches, for five seconds, the pages that are the same for everybody. Drops all of them when staff change something. A booking
 * drops no page, so a page may show an old number of places for five seconds; the booking form is never cached. Simultaneous
 * requests share one render, which depends only on the canonical URL.
 */
export class PageCache {
  readonly #dependencies: AppDependencies
  readonly #options: Options
  readonly #version: PageVersion
  /** The cached pages by address, oldest first. */
  readonly #pages = new Map<string, CachedPage>()
  #bytes = 0
  readonly #renders = new Map<string, Promise<CachedPage | null>>()
  /** A page whose render began before this time is not cached. */
  #keptFrom = Number.NEGATIVE_INFINITY

  constructor(dependencies: AppDependencies, options: Options) {
    this.#dependencies = dependencies
    this.#options = options
    this.#version = new PageVersion(dependencies, () => this.#drop())
  }

  /** Returns whether the database was away at the last check. */
  isDatabaseAway(): boolean {
    this.#version.isKnown()
    return this.#version.isAway
  }

  /** Sends a cached page without building a Request first. Returns false if no page can be sent this way. */
  respondFromCache(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (incoming.method !== 'GET' || !this.#version.isKnown()) return false
    const page = this.#find(incoming.url ?? '', maxAge.usual)
    if (!page) return false
    const isUnchanged = isKnown(incoming.headers['if-none-match'], page.etag)
    const ready = page.ready[codingFor(incoming.headers['accept-encoding'] as string | undefined)]
    if (isUnchanged) outgoing.writeHead(304, withRequestId(page.head)).end()
    else if (ready) outgoing.writeHead(200, withRequestId(ready.head)).end(ready.body)
    else return false
    noteHit(page)
    return true
  }

  /** The middleware to register before all others. Drops the pages of all processes after a change by staff. */
  readonly serve: MiddlewareHandler = async (c, next) => {
    if (c.req.method === 'GET') return this.#serve(c, next)
    await next()
    if (!changing.has(c.req.method) || !c.res.ok || !this.#options.isByStaff(c)) return
    this.#drop()
    await raisePageVersion(this.#dependencies)
  }

  async #serve(c: Context, next: Next): Promise<Response | void> {
    const url = new URL(c.req.url)
    const isData = url.pathname.endsWith('.data')
    const key = this.#options.cacheKeyOf(isData ? pageOfData(url) : url)
    if (!key) return next()
    const request = c.req.raw
    await this.#version.known()
    if (this.#version.isAway) return (await this.#respondWhileAway(key, request, isData)) ?? next()
    if (isData) return next()
    const found = this.#find(key.address, maxAge.usual) ?? this.#renders.get(key.address)
    const shared = found && (await found)
    if (shared) return respondFrom(shared, request)
    const own = await this.#render(c, next, key)
    if (!own) return
    const response = await respondWith(own, request)
    // Removes the old response first, because Hono would copy its headers to the new response.
    c.res = undefined
    c.res = response
  }

  /** Renders the page for this request and all requests that wait for it. Returns null if the page may not be shared. */
  async #render(c: Context, next: Next, { address, content }: CacheKey): Promise<CachedPage | null> {
    const { promise, resolve } = Promise.withResolvers<CachedPage | null>()
    this.#renders.set(address, promise)
    const began = performance.now()
    let page: CachedPage | null = null
    try {
      const render: PageRender = { is_complete: true }
      c.set('page_render', render)
      const headers = headersToRender.map((name): [string, string] => [name, c.req.header(name) ?? ''])
      c.req.raw = new Request(this.#dependencies.config.site_url + address, { headers })
      await next()
      const facts = { began, made_at: this.#dependencies.now(), route: currentActivity()?.route }
      if (render.is_complete) page = await toCachedPage(c.res, content, facts)
      if (page && began >= this.#keptFrom) this.#keep(address, page)
      return page
    } finally {
      if (this.#renders.get(address) === promise) this.#renders.delete(address)
      resolve(page)
    }
  }

  #keep(address: string, page: CachedPage): void {
    this.#remove(address)
    this.#pages.set(address, page)
    this.#bytes += page.bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#dependencies.config.kept_pages_mb * 1_000_000) break
      this.#remove(oldest)
    }
  }

  #remove(address: string): void {
    this.#bytes -= this.#pages.get(address)?.bytes ?? 0
    this.#pages.delete(address)
  }

  /** Drops all pages. A render in progress may lack the change, so only requests that already wait get its page. */
  #drop(): void {
    this.#keptFrom = performance.now() + memory
    for (const address of this.#pages.keys()) this.#remove(address)
    this.#renders.clear()
  }

  #find(address: string, age: number): CachedPage | undefined {
    const page = this.#pages.get(address)
    return page && performance.now() - page.began < age ? page : undefined
  }

  /** Responds with the cached page, if there is one. If only its data was requested, makes React Router load the whole page. */
  async #respondWhileAway({ address, content }: CacheKey, request: Request, isData: boolean) {
    const page = this.#find(address, maxAge.in_outage)
    if (!page) return undefined
    if (isData) return new Response(null, { status: 204, headers: reloadHeaders(address) })
    if (content === 'fixed') return respondFrom(page, request)
    noteHit(page)
    const { body } = await pageIn(page, 'identity')
    const headers = new Headers(pairsOf(page.head))
    headers.delete('ETag')
    headers.set('Cache-Control', 'no-store')
    return new Response(this.#options.toOutageHtml(new TextDecoder().decode(body), page.made_at), { headers })
  }
}

async function respondWith(page: CachedPage, { headers }: Request): Promise<Response> {
  if (isKnown(headers.get('If-None-Match') ?? undefined, page.etag))
    return new Response(null, { status: 304, headers: pairsOf(page.head) })
  const { head, body } = await pageIn(page, codingFor(headers.get('Accept-Encoding') ?? undefined))
  return new Response(body, { headers: pairsOf(head) })
}

function respondFrom(page: CachedPage, request: Request): Promise<Response> {
  noteHit(page)
  return respondWith(page, request)
}

function noteHit({ route }: CachedPage): void {
  hits.inc()
  if (route) nameRoute(route)
}

/** Returns the headers with the id of the request. If the id were set on the response, Node would compare all headers. */
function withRequestId(head: string[]): string[] {
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

/** Returns headers that tell React Router to load the whole page. */
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
