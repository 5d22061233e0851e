/** Pages by address, within so many bytes: what was not asked for longest gives way. */
export class LruCache<Page extends { bytes: number }> {
  readonly #most: number
  readonly #pages = new Map<string, Page>()
  #bytes = 0
  #newest = ''

  constructor(most: number) {
    this.#most = most
  }

  get bytes(): number {
    return this.#bytes
  }

  get(address: string): Page | undefined {
    const page = this.#pages.get(address)
    if (page && address !== this.#newest) {
      // Maps remember in which order they were filled.
      this.#pages.delete(address)
      this.#pages.set(address, page)
      this.#newest = address
    }
    return page
  }

  put(address: string, page: Page): void {
    this.remove(address)
    if (page.bytes > this.#most) return
    this.#pages.set(address, page)
    this.#newest = address
    this.#bytes += page.bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#most) break
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
