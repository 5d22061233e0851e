import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

import type { PageDependencies } from './page-dependencies.ts'

const squeeze = promisify(brotliCompress)
const unsqueeze = promisify(brotliDecompress)
const zip = promisify(gzip)

/** Nobody waits for more than some milliseconds, and it is a fifth smaller than gzip. */
const effort = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: 1 } }

const codings = ['br', 'gzip', 'identity'] as const
type Coding = (typeof codings)[number]

/** A body as it is sent, and all that is said with it. */
type Sent = { head: string[]; body: Uint8Array<ArrayBuffer> }

/** A whole page as it was answered, for whoever asks next. */
export type CachedPage = Pick<PageDependencies, 'begun' | 'subjects' | 'ends_at'> & {
  made_at: Date
  etag: string
  /** What every answer with it says, coding and length apart: names and values by turns. */
  head: string[]
  ready: Map<Coding, Sent>
  /** The codings that are being made of it. */
  pending: Map<Coding, Promise<Sent>>
  bytes: number
  /** After which look it was found to be true still. */
  checked: number
}

/** What caches between us and the visitor may do with a page; one that speaks of places is theirs for no moment. */
const shared = {
  strict: 'public, no-cache, s-maxage=0',
  easy: 'public, no-cache, s-maxage=60, stale-while-revalidate=600',
}

/** Milliseconds that a page is kept at most: what nobody tells of, such as the hour of a post, is in the next one. */
const longest = { strict: 600_000, easy: 60_000 }

/** Its headers' and subjects' share of the memory, roughly. */
const overhead = 8192

/** Makes an answer one to keep; null where it is none, or where nobody is to have it twice. */
export async function toCachedPage(
  answer: Response,
  dependencies: PageDependencies,
  now: Date,
): Promise<CachedPage | null> {
  const { headers, status } = answer
  const isPage = status === 200 && headers.get('Content-Type')?.startsWith('text/html')
  if (!isPage || !dependencies.is_whole || headers.has('Set-Cookie') || headers.has('Cache-Control'))
    return null
  const body = new Uint8Array(await answer.clone().arrayBuffer())
  const kind = dependencies.is_strict ? 'strict' : 'easy'
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const own = new Set(['content-length', 'vary', 'etag'])
  const head = [...headers].filter(([name]) => !own.has(name)).flat()
  head.push('Vary', 'Accept-Encoding', 'ETag', etag, 'Cache-Control', shared[kind])
  const small = new Uint8Array(await squeeze(body, effort))
  return {
    begun: dependencies.begun,
    made_at: now,
    subjects: dependencies.subjects,
    ends_at: Math.min(dependencies.ends_at, now.getTime() + longest[kind]),
    etag,
    head,
    ready: new Map([['br', sentAs(head, 'br', small)]]),
    pending: new Map(),
    bytes: small.length + overhead,
    checked: -1,
  }
}

/** What goes out in the place of a page while nobody can say whether it is still true; kept by nobody, so nothing to ask for again. */
export async function outagePage(
  page: CachedPage,
  rewrite: (html: string, made_at: Date) => string,
): Promise<CachedPage> {
  const { body: whole } = await pageIn(page, 'identity')
  const body = new TextEncoder().encode(rewrite(new TextDecoder().decode(whole), page.made_at))
  const head = page.head.filter((_, n) => !['ETag', 'Cache-Control'].includes(page.head[n - (n % 2)] ?? ''))
  head.push('Cache-Control', 'no-store')
  const small = new Uint8Array(await squeeze(body, effort))
  return {
    ...page,
    etag: '',
    head,
    ready: new Map([['br', sentAs(head, 'br', small)]]),
    pending: new Map(),
    bytes: small.length + overhead,
  }
}

function sentAs(head: string[], coding: Coding, body: Uint8Array<ArrayBuffer>): Sent {
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding]
  return { head: [...head, 'Content-Length', String(body.length), ...coded], body }
}

/** Returns the page in a coding. Gzip and identity, which few ask for, are made on demand, once for concurrent requests. */
export async function pageIn(page: CachedPage, coding: Coding): Promise<Sent> {
  const found = page.ready.get(coding) ?? page.pending.get(coding)
  if (found) return found
  const made = recode(page, coding).finally(() => page.pending.delete(coding))
  page.pending.set(coding, made)
  return made
}

async function recode({ head, ready }: CachedPage, coding: Coding): Promise<Sent> {
  const whole = await unsqueeze(ready.get('br')?.body ?? new Uint8Array())
  if (coding === 'identity') return sentAs(head, coding, new Uint8Array(whole))
  const made = sentAs(head, coding, new Uint8Array(await zip(whole)))
  ready.set(coding, made)
  return made
}

/** The best coding that `Accept-Encoding` lets us send (RFC 9110 §12.5.3). */
export function codingFor(accepted = ''): Coding {
  const known = understood.get(accepted)
  if (known) return known
  const coding = readCoding(accepted)
  if (understood.size < 100) understood.set(accepted, coding)
  return coding
}

/** Browsers say one of a few things. */
const understood = new Map<string, Coding>()

function readCoding(accepted: string): Coding {
  const wanted = new Map(
    accepted.split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )
  return (
    codings.find((coding) => wanted.get(coding) ?? wanted.get('*') ?? coding === 'identity') ?? 'identity'
  )
}

/** Whether the visitor has this very page (RFC 9110 §13.1.2): tags are compared weakly. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag))
}
