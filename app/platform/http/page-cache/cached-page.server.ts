import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

import { currentActivity } from '../../telemetry.server.ts'
import type { PageDependencies } from './page-dependencies.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const gzipAsync = promisify(gzip)

/** Takes a few milliseconds and is a fifth smaller than gzip. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: 1 } }

const codings = ['br', 'gzip', 'identity'] as const
type Coding = (typeof codings)[number]

/** A body in one coding, and its headers. */
type EncodedPage = { head: string[]; body: Uint8Array<ArrayBuffer> }

/** A rendered page, compressed. */
export type CachedPage = Pick<PageDependencies, 'read_at' | 'subjects' | 'ends_at'> & {
  made_at: Date
  /** The pattern of its route, for metrics. */
  route: string | undefined
  etag: string
  /** Headers without coding and length: names and values alternate. */
  head: string[]
  ready: Map<Coding, EncodedPage>
  /** Codings that are in progress. */
  pending: Map<Coding, Promise<EncodedPage>>
  bytes: number
  /** The number of the check for changes that last found the page current. */
  checked: number
}

/** A shared cache must revalidate pages that show places. */
const cacheControl = {
  strict: 'public, no-cache, s-maxage=0',
  easy: 'public, no-cache, s-maxage=60, stale-while-revalidate=600',
}

/** Milliseconds. The limit covers what raises no version, such as the age of a post. */
const maxAge = { strict: 600_000, easy: 60_000 }

/** Bytes that headers and subjects take, roughly. */
const overhead = 8192

/** Returns a response as a page to cache, or null if it may not be cached. */
export async function toCachedPage(
  response: Response,
  dependencies: PageDependencies,
  now: Date,
): Promise<CachedPage | null> {
  const { headers, status } = response
  const isPage = status === 200 && headers.get('Content-Type')?.startsWith('text/html')
  if (!isPage || !dependencies.is_complete || headers.has('Set-Cookie') || headers.has('Cache-Control'))
    return null
  const body = new Uint8Array(await response.clone().arrayBuffer())
  const kind = dependencies.is_strict ? 'strict' : 'easy'
  const etag = etagOf(body)
  const own = new Set(['content-length', 'vary', 'etag'])
  const head = [...headers].filter(([name]) => !own.has(name)).flat()
  head.push('Vary', 'Accept-Encoding', 'ETag', etag, 'Cache-Control', cacheControl[kind])
  const { read_at, subjects } = dependencies
  const ends_at = Math.min(dependencies.ends_at, now.getTime() + maxAge[kind])
  const route = currentActivity()?.route
  const facts = { read_at, made_at: now, route, subjects, ends_at, etag, checked: -1 }
  return { ...facts, ...(await compressPage(head, body)) }
}

/** Returns a weak ETag of the contents. */
export function etagOf(body: Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Returns the page to show while the database is away. No cache may store it. */
export async function outagePage(
  page: CachedPage,
  rewrite: (html: string, made_at: Date) => string,
): Promise<CachedPage> {
  const { body: whole } = await pageIn(page, 'identity')
  const body = new TextEncoder().encode(rewrite(new TextDecoder().decode(whole), page.made_at))
  const head = page.head.filter((_, n) => !['ETag', 'Cache-Control'].includes(page.head[n - (n % 2)] ?? ''))
  head.push('Cache-Control', 'no-store')
  return { ...page, etag: '', ...(await compressPage(head, body)) }
}

async function compressPage(head: string[], body: Uint8Array<ArrayBuffer>) {
  const compressed = new Uint8Array(await compress(body, brotliOptions))
  return {
    head,
    ready: new Map<Coding, EncodedPage>([['br', encodedAs(head, 'br', compressed)]]),
    pending: new Map<Coding, Promise<EncodedPage>>(),
    bytes: compressed.length + overhead,
  }
}

function encodedAs(head: string[], coding: Coding, body: Uint8Array<ArrayBuffer>): EncodedPage {
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding]
  return { head: [...head, 'Content-Length', String(body.length), ...coded], body }
}

/** Returns the page in a coding. Gzip and identity are rare, so they are made on demand, once for concurrent requests. */
export async function pageIn(page: CachedPage, coding: Coding): Promise<EncodedPage> {
  const found = page.ready.get(coding) ?? page.pending.get(coding)
  if (found) return found
  const made = recode(page, coding).finally(() => page.pending.delete(coding))
  page.pending.set(coding, made)
  return made
}

async function recode({ head, ready }: CachedPage, coding: Coding): Promise<EncodedPage> {
  const whole = await decompress(ready.get('br')?.body ?? new Uint8Array())
  if (coding === 'identity') return encodedAs(head, coding, new Uint8Array(whole))
  const made = encodedAs(head, coding, new Uint8Array(await gzipAsync(whole)))
  ready.set(coding, made)
  return made
}

/** Returns the best coding that `Accept-Encoding` allows (RFC 9110 §12.5.3). */
export function codingFor(accepted = ''): Coding {
  const wanted = new Map(
    accepted.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )
  return (
    codings.find((coding) => wanted.get(coding) ?? wanted.get('*') ?? coding === 'identity') ?? 'identity'
  )
}

/** Whether the client has this version (RFC 9110 §13.1.2, weak comparison). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag))
}
