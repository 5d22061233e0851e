/** Keeps values by key up to `maxBytes` and evicts the least recently used. */
export class LruCache<Page extends { bytes: number }> {
  readonly #maxBytes: number
  readonly #pages = new Map<string, Page>()
  #bytes = 0
  #newest = ''

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(address: string): Page | undefined {
    const page = this.#pages.get(address)
    if (page && address !== this.#newest) {
      // A map iterates in insertion order.
      this.#pages.delete(address)
      this.#pages.set(address, page)
      this.#newest = address
    }
    return page
  }

  put(address: string, page: Page): void {
    this.remove(address)
    if (page.bytes > this.#maxBytes) return
    this.#pages.set(address, page)
    this.#newest = address
    this.#bytes += page.bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.remove(oldest)
    }
  }

  remove(address: string): void {
    this.#bytes -= this.#pages.get(address)?.bytes ?? 0
    this.#pages.delete(address)
  }

  clear(): void {
    this.#pages.clear()
    this.#bytes = 0
    this.#newest = ''
  }
}
