import { createHash } from 'node:crypto'

const codings = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof codings)[number]

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

/** Returns a weak ETag of the contents. */
export function etagOf(body: Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Returns whether the client already has the contents with this ETag (RFC 9110 §13.1.2, weak comparison). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag))
}
