import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Hono's own router, which keeps what it found for addresses that were named in full. What answers those never changes, and
 * to look for it costs as much as all the rest that stands before a quick call.
 */
export class ExactPathRouter<T> implements Router<T> {
  readonly name = 'KnownAddresses'
  readonly #routes = new TrieRouter<T>()
  readonly #named = new Set<string>()
  readonly #found = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler)
    if (!/[:*?]/.test(path)) this.#named.add(path)
    this.#found.clear()
  }

  match(method: string, path: string): Result<T> {
    if (!this.#named.has(path)) return this.#routes.match(method, path)
    const key = `${method} ${path}`
    const known = this.#found.get(key)
    if (known) return known
    const found = this.#routes.match(method, path)
    this.#found.set(key, found)
    return found
  }
}
