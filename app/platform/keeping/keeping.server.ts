import type { Context, MiddlewareHandler, Next } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Config } from '../config.server.ts'
import type { Surroundings } from '../surroundings.ts'
import { Changes } from './changes.server.ts'
import { codingFor, isKnown, type KeptPage, keptPageOf, pageIn } from './kept-page.server.ts'
import { Making } from './making.ts'
import { Shelf } from './shelf.ts'

/** The one address that a page is kept under, path and query, and what it rests on whatever it says. */
export type Keepable = { address: string; subjects: string[] }

/** What belongs to one visitor and not to the page. */
const personal = ['accept-encoding', 'authorization', 'cookie', 'if-modified-since', 'if-none-match', 'range']

/** Milliseconds. Who comes while a page is made is given that one, or the next where it was begun longer ago. */
const olderAtMost = 500

/**
 * Keeps pages that say the same to everybody, ready to send, for as long as they are true: `keepableOf` tells which. While
 * one is made, whoever else asks for it waits for that one. A page is made for its address alone, so nothing that one visitor sends
 * along can stand in it.
 */
export class Keeping {
  readonly #now: () => Date
  readonly #site: string
  readonly #keepableOf: (url: URL) => Keepable | null
  readonly #changes: Changes
  readonly #shelf: Shelf<KeptPage>
  readonly #inTheMaking = new Map<string, Promise<KeptPage | null>>()

  constructor(
    { sql, now }: Pick<Surroundings, 'sql' | 'now'>,
    { site_url, kept_pages_mb }: Pick<Config, 'site_url' | 'kept_pages_mb'>,
    { goodFor, keepableOf }: { goodFor: number; keepableOf: (url: URL) => Keepable | null },
  ) {
    this.#now = now
    this.#site = site_url
    this.#keepableOf = keepableOf
    this.#changes = new Changes(sql, goodFor)
    this.#shelf = new Shelf(kept_pages_mb * 1_000_000)
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
  readonly serve: MiddlewareHandler = async (c, next) => {
    const keepable = c.req.method === 'GET' ? this.#keepableOf(new URL(c.req.url)) : null
    // While nobody can say what has changed, pages are made anew, and say themselves what they lack.
    if (!keepable || !(await this.#hasLooked())) return next()
    const page = this.#pageAt(keepable.address)
    if (page) return answerWith(page, c.req.raw)
    const came = performance.now()
    for (;;) {
      const underWay = this.#inTheMaking.get(keepable.address)
      if (!underWay) return this.#make(c, next, keepable)
      const made = await underWay
      if (!made) return next()
      if (made.begun > came - olderAtMost) return answerWith(made, c.req.raw)
    }
  }

  async #make(c: Context, next: Next, { address, subjects }: Keepable): Promise<void> {
    const made = Promise.withResolvers<KeptPage | null>()
    this.#inTheMaking.set(address, made.promise)
    try {
      const asked = c.req.raw
      const making = new Making(performance.now(), subjects)
      c.set('making', making)
      c.req.raw = new Request(this.#site + address, { headers: withoutPersonal(asked.headers) })
      await next()
      const page = await keptPageOf(c.res, making, this.#now())
      if (!page) return
      this.#shelf.put(address, page)
      made.resolve(page)
      const answer = await answerWith(page, asked)
      // Or the headers of the one before would be carried over.
      c.res = undefined
      c.res = answer
    } finally {
      this.#inTheMaking.delete(address)
      made.resolve(null)
    }
  }

  #hasLooked(): Promise<boolean> {
    return this.#changes.look().then(
      () => true,
      () => false,
    )
  }

  #pageAt(address: string): KeptPage | undefined {
    const page = this.#shelf.get(address)
    return page && this.#isGood(page) ? page : undefined
  }

  #isGood(page: KeptPage): boolean {
    if (this.#now().getTime() >= page.ends_at) return false
    if (page.checked === this.#changes.looks) return true
    if (!this.#changes.isTrue(page)) return false
    page.checked = this.#changes.looks
    return true
  }
}

async function answerWith(page: KeptPage, asked: Request): Promise<Response> {
  if (isKnown(asked.headers.get('If-None-Match') ?? undefined, page.etag))
    return new Response(null, { status: 304, headers: pairsOf(page.head) })
  const { head, body } = await pageIn(page, codingFor(asked.headers.get('Accept-Encoding') ?? undefined))
  return new Response(body, { headers: pairsOf(head) })
}

function pairsOf(fields: string[]): [string, string][] {
  return Array.from({ length: fields.length / 2 }, (_, n) => [fields[2 * n] ?? '', fields[2 * n + 1] ?? ''])
}

function withoutPersonal(headers: Headers): Headers {
  const rest = new Headers(headers)
  for (const name of personal) rest.delete(name)
  return rest
}
