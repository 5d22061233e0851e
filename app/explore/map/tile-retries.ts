import type { Source } from 'pmtiles'

type ReadBytes = (offset: number, length: number, signal?: AbortSignal) => Promise<{ data: ArrayBuffer }>

/** The number of tiles kept in memory, at some 5 kB each */
const mostKept = 200

/**
 * Returns a reader that keeps the latest parts of the file. A close view enlarges one tile into dozens, and MapLibre
 * requests that tile again for each of them. Nothing cancels a request, because several tiles may wait for it.
 */
export function shareReads(read: ReadBytes): ReadBytes {
  const kept = new Map<string, ReturnType<ReadBytes>>()
  return (offset, length) => {
    const part = `${offset} ${length}`
    const known = kept.get(part)
    if (known) return known
    const bytes = read(offset, length)
    kept.set(part, bytes)
    bytes.catch(() => kept.delete(part))
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
    return bytes
  }
}

/** Milliseconds to wait before a failed request for tiles is sent for the second and the third time */
const usualPauses = [1000, 4000]

/**
 * The tile file. A failed request is sent again up to twice. The request for a tile that has left the view is not repeated. Once
 * the visitor has left the page, failed requests wait until the page is shown again.
 */
export class TilesSource implements Source {
  readonly #read: ReadBytes
  readonly #page: EventTarget
  readonly #pauses: number[]
  #isLeft = false
  readonly getKey: () => string
  constructor(
    read: ReadBytes,
    page: EventTarget,
    { key = 'basemap', pauses = usualPauses }: { key?: string; pauses?: number[] } = {},
  ) {
    this.#read = read
    this.#page = page
    this.#pauses = pauses
    this.getKey = () => key
    page.addEventListener('pagehide', () => (this.#isLeft = true))
    page.addEventListener('pageshow', () => (this.#isLeft = false))
  }
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
