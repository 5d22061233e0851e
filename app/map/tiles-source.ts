import type { Source } from 'pmtiles'

type ReadBytes = (offset: number, length: number, signal?: AbortSignal) => Promise<{ data: ArrayBuffer }>

/** Milliseconds until a lost request for tiles is sent again. */
const usualPause = 1000

/**
 * The file of tiles, which sends a lost request once more. A request that was given up is not lost: one of a tile that left
 * the view is not repeated, and one of a page that was left waits until that page is shown again.
 */
export class TilesSource implements Source {
  readonly #read: ReadBytes
  readonly #page: EventTarget
  readonly #pause: number
  #isLeft = false
  constructor(read: ReadBytes, page: EventTarget, pause = usualPause) {
    this.#read = read
    this.#page = page
    this.#pause = pause
    page.addEventListener('pagehide', () => (this.#isLeft = true))
    page.addEventListener('pageshow', () => (this.#isLeft = false))
  }
  getKey = () => 'basemap'
  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<{ data: ArrayBuffer }> {
    try {
      return await this.#read(offset, length, signal)
    } catch {
      signal?.throwIfAborted()
      if (this.#isLeft) {
        await new Promise((resolve) => this.#page.addEventListener('pageshow', resolve, { once: true }))
        return this.getBytes(offset, length, signal)
      }
      await new Promise((resolve) => setTimeout(resolve, this.#pause))
      signal?.throwIfAborted()
      return this.#read(offset, length, signal)
    }
  }
}
