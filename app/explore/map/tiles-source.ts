import type { Source } from 'pmtiles'

type ReadBytes = (offset: number, length: number, signal?: AbortSignal) => Promise<{ data: ArrayBuffer }>

/** Milliseconds before a lost request for tiles is sent again, once each. */
const usualPauses = [1000, 4000]

/**
 * The file of tiles, which sends a lost request up to twice more. A request that was given up is not lost: one of a tile that
 * left the view is not repeated, and one of a page that was left waits until that page is shown again.
 */
export class TilesSource implements Source {
  readonly #read: ReadBytes
  readonly #page: EventTarget
  readonly #pauses: number[]
  #isLeft = false
  constructor(read: ReadBytes, page: EventTarget, pauses = usualPauses) {
    this.#read = read
    this.#page = page
    this.#pauses = pauses
    page.addEventListener('pagehide', () => (this.#isLeft = true))
    page.addEventListener('pageshow', () => (this.#isLeft = false))
  }
  getKey = () => 'basemap'
  getBytes(offset: number, length: number, signal?: AbortSignal): Promise<{ data: ArrayBuffer }> {
    return this.#try(() => this.#read(offset, length, signal), this.#pauses, signal)
  }

  async #try<Bytes>(
    read: () => Promise<Bytes>,
    [pause, ...later]: number[],
    signal?: AbortSignal,
  ): Promise<Bytes> {
    try {
      return await read()
    } catch (error) {
      signal?.throwIfAborted()
      if (this.#isLeft) {
        await new Promise((resolve) => this.#page.addEventListener('pageshow', resolve, { once: true }))
        return this.#try(read, this.#pauses, signal)
      }
      if (pause === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      signal?.throwIfAborted()
      return this.#try(read, later, signal)
    }
  }
}
