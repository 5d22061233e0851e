import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

import { type Coding, etagOf } from '../content-coding.server.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const gzipAsync = promisify(gzip)

/** With these options, compressing takes a few milliseconds, and the result is a fifth smaller than with gzip. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: 1 } }

/** The content of a page: places that guests take, texts that staff edit, or nothing from the database. */
export type PageContent = 'places' | 'texts' | 'fixed'

/** A body in one coding, and its headers as a list in which names and values alternate. */
type EncodedPage = { head: string[]; body: Uint8Array<ArrayBuffer> }

/** A rendered page, compressed. */
export type CachedPage = {
  /** When the render of the page began, by `performance.now()`. */
  began: number
  made_at: Date
  /** The pattern of the page's route, for metrics. */
  route: string | undefined
  etag: string
  /** The page's headers without coding and length. */
  head: string[]
  /** The page in each coding that was made so far. Few clients need gzip, so gzip is made at the first request for it. */
  ready: { br: EncodedPage; gzip?: EncodedPage; identity?: undefined }
  pending?: Promise<EncodedPage>
  bytes: number
}

/** A shared cache must revalidate pages that show places. */
const strict = 'public, no-cache, s-maxage=0'
const easy = 'public, no-cache, s-maxage=60, stale-while-revalidate=600'

/** Bytes that headers take, roughly. */
const overhead = 8192

/** Returns a response as a page to cache, or null if it may not be cached. */
export async function toCachedPage(
  response: Response,
  content: PageContent,
  facts: Pick<CachedPage, 'began' | 'made_at' | 'route'>,
): Promise<CachedPage | null> {
  const { headers, status } = response
  const isPage = status === 200 && headers.get('Content-Type')?.startsWith('text/html')
  if (!isPage || headers.has('Set-Cookie') || headers.has('Cache-Control')) return null
  const body = new Uint8Array(await response.clone().arrayBuffer())
  const etag = etagOf(body)
  const own = new Set(['content-length', 'vary', 'etag'])
  const head = [...headers].filter(([name]) => !own.has(name)).flat()
  head.push('Vary', 'Accept-Encoding', 'ETag', etag, 'Cache-Control', content === 'places' ? strict : easy)
  const br = encodedAs(head, 'br', new Uint8Array(await compress(body, brotliOptions)))
  return { ...facts, etag, head, ready: { br }, bytes: br.body.length + overhead }
}

/** Returns the body and headers of the page in a coding. */
export async function pageIn(page: CachedPage, coding: Coding): Promise<EncodedPage> {
  const { head, ready } = page
  const found = ready[coding]
  if (found) return found
  const unpack = async () => new Uint8Array(await decompress(ready.br.body))
  if (coding === 'identity') return encodedAs(head, coding, await unpack())
  const zip = async () => encodedAs(head, coding, new Uint8Array(await gzipAsync(await unpack())))
  return (ready.gzip = await (page.pending ??= zip()))
}

function encodedAs(head: string[], coding: Coding, body: Uint8Array<ArrayBuffer>): EncodedPage {
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding]
  return { head: [...head, 'Content-Length', String(body.length), ...coded], body }
}
