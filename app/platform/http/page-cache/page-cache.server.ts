import type { Context, MiddlewareHandler, Next } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Config } from '../../config.server.ts'
import type { Log } from '../../log.server.ts'
import type { AppDependencies } from '../../app-dependencies.ts'
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

/** The one address that a page is kept under, path and query, and what it rests on whatever it says. */
export type CacheKey = { address: string; subjects: string[] }

type Ways = {
  /** Milliseconds for which one look at what has changed is good. */
  goodFor: number
  keepableOf: (url: URL) => CacheKey | null
  whileAway: WhileAway
}

/** What belongs to one visitor and not to the page. */
const personal = ['accept-encoding', 'authorization', 'cookie', 'if-modified-since', 'if-none-match', 'range']

/** What a page says while the database is away, made of the one that was kept, which is of `made_at`. */
export type WhileAway = (html: string, made_at: Date) => string

/** Milliseconds. Requests that arrive longer than this after rendering began get the next render. */
const olderAtMost = 500

/**
 * Keeps pages that say the same to everybody, ready to send, for as long as they are true: `keepableOf` tells which. While
 * one is made, whoever else asks for it waits for that one. A page is made for its address alone, so nothing that one visitor sends
 * along can stand in it. While the database is away it goes out as `whileAway` makes it.
 */
export class PageCache {
  readonly #now: () => Date
  readonly #log: Log
  readonly #site: string
  readonly #keepableOf: (url: URL) => CacheKey | null
  readonly #changes: DataVersions
  readonly #shelf: LruCache<CachedPage>
  readonly #renders = new Coalescer<CachedPage>({ maxAge: olderAtMost })
  readonly #whileAway: WhileAway
  readonly #standIns: LruCache<CachedPage>
  #wasAway = false

  constructor(
    { sql, now, log }: Pick<AppDependencies, 'sql' | 'now' | 'log'>,
    { site_url, kept_pages_mb }: Pick<Config, 'site_url' | 'kept_pages_mb'>,
    { goodFor, keepableOf, whileAway }: Ways,
  ) {
    this.#now = now
    this.#log = log
    this.#site = site_url
    this.#keepableOf = keepableOf
    this.#changes = new DataVersions(sql, goodFor)
    this.#shelf = new LruCache(kept_pages_mb * 1_000_000)
    this.#whileAway = whileAway
    this.#standIns = new LruCache((kept_pages_mb * 1_000_000) / 4)
  }

  /** Whether the database answers, as far as is known; where nobody has asked for a moment it is asked now. */
  isDatabaseAway(): boolean {
    void this.#look()
    return this.#changes.isAway
  }

  /** Answers at once, before any request is made of it, where that needs nothing but what is at hand. */
  answerAtOnce(asked: IncomingMessage, answer: ServerResponse): boolean {
    if (asked.method !== 'GET' || !this.#changes.isRecent) return false
    const page = this.#pageAt(asked.url ?? '')
    if (!page) return false
    if (isKnown(asked.headers['if-none-match'], page.etag)) {
      answer.writeHead(304, page.head).end()
      return true
    }
    const ready = page.ready.get(codingFor(asked.headers['accept-encoding'] as string | undefined))
    if (!ready) return false
    answer.writeHead(200, ready.head).end(ready.body)
    return true
  }

  /** Stands before everything else that answers. */
  readonly serve: MiddlewareHandler = (c, next) => (c.req.method === 'GET' ? this.#serve(c, next) : next())

  async #serve(c: Context, next: Next): Promise<Response | void> {
    const url = new URL(c.req.url)
    const isData = url.pathname.endsWith('.data')
    const keepable = this.#keepableOf(isData ? pageOfData(url) : url)
    if (!keepable) return next()
    const outlook = await this.#look()
    if (outlook === 'away') return this.#answerWhileAway(c, next, keepable.address, isData)
    // While nobody can say in time what has changed, pages are made anew, and say themselves what they lack.
    if (isData || outlook === 'late') return next()
    const page = this.#pageAt(keepable.address)
    if (page) return answerWith(page, c.req.raw)
    const asked = c.req.raw
    const { value, isOwn } = await this.#renders.get(keepable.address, () => this.#make(c, next, keepable))
    if (!value) return isOwn ? undefined : next()
    const answer = await answerWith(value, asked)
    if (!isOwn) return answer
    // Hono would carry over the headers of the answer that is replaced.
    c.res = undefined
    c.res = answer
  }

  /** Renders the page as this request's own answer. Returns what was kept of it, or null if it may not be kept. */
  async #make(c: Context, next: Next, { address, subjects }: CacheKey): Promise<CachedPage | null> {
    const dependencies = new PageDependencies(performance.now(), subjects)
    c.set('making', dependencies)
    c.req.raw = new Request(this.#site + address, { headers: withoutPersonal(c.req.raw.headers) })
    await next()
    const page = await toCachedPage(c.res, dependencies, this.#now())
    if (page) this.#shelf.put(address, page)
    return page
  }

  async #look(): Promise<CheckResult> {
    const outlook = await this.#changes.look()
    const { isAway } = this.#changes
    if (isAway !== this.#wasAway) {
      this.#wasAway = isAway
      if (isAway) this.#log.error('The database is away: pages that are kept go out without places')
      else this.#log.info('The database is back')
      this.#standIns.clear()
    }
    return outlook
  }

  /**
   * What was true when the database went away. A page that is open in a browser would ask for data alone, which are not kept:
   * it is told to go to the next one as to another site, whose page is.
   */
  async #answerWhileAway(c: Context, next: Next, address: string, isData: boolean): Promise<Response | void> {
    const page = this.#shelf.get(address)
    if (!page || !this.#changes.isTrusted || !this.#changes.isTrue(page)) return next()
    if (isData) return new Response(null, { status: 204, headers: elsewhere(address) })
    // What rests on nothing holds whoever is away.
    if (page.subjects.size === 0) return answerWith(page, c.req.raw)
    const standIn = this.#standIns.get(address) ?? (await outagePage(page, this.#whileAway))
    this.#standIns.put(address, standIn)
    const { head, body } = await pageIn(standIn, codingFor(c.req.header('Accept-Encoding')))
    return new Response(body, { headers: pairsOf(head) })
  }

  #pageAt(address: string): CachedPage | undefined {
    const page = this.#shelf.get(address)
    return page && this.#isGood(page) ? page : undefined
  }

  #isGood(page: CachedPage): boolean {
    if (this.#now().getTime() >= page.ends_at) return false
    if (page.checked === this.#changes.looks) return true
    if (!this.#changes.isTrue(page)) return false
    page.checked = this.#changes.looks
    return true
  }
}

async function answerWith(page: CachedPage, asked: Request): Promise<Response> {
  if (isKnown(asked.headers.get('If-None-Match') ?? undefined, page.etag))
    return new Response(null, { status: 304, headers: pairsOf(page.head) })
  const { head, body } = await pageIn(page, codingFor(asked.headers.get('Accept-Encoding') ?? undefined))
  return new Response(body, { headers: pairsOf(head) })
}

/** The address of the page that the router's script asks the data of. */
function pageOfData(url: URL): URL {
  const page = new URL(url)
  page.pathname = url.pathname.replace(/(?<=\/)_\.data$|\.data$/, '')
  page.searchParams.delete('_routes')
  return page
}

/** In the words of the router's script: load that page as a whole. */
function elsewhere(address: string): Record<string, string> {
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
  for (const name of personal) rest.delete(name)
  return rest
}
