import type { Context } from 'hono'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { codingFor, etagOf, isKnown } from './content-coding.server.ts'

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: 1 } }

type Ready = { etag: string; bodies: Record<'br' | 'gzip' | 'identity', Uint8Array<ArrayBuffer>> }

/**
 * Serves a text that changes only with its version. Makes and compresses the text once per version, at the first request.
 * Otherwise a client with many pipelined requests for the API document could keep the process busy for minutes.
 */
export function servePrecompressed(
  make: () => Promise<string>,
  headers: Record<string, string>,
  versionOf = () => '',
) {
  let latest: { version: string; ready: Promise<Ready> } | undefined
  return async (c: Context): Promise<Response> => {
    const version = versionOf()
    if (latest?.version !== version) latest = { version, ready: prepare(make) }
    const { etag, bodies } = await latest.ready
    const all = { ...headers, ETag: etag, Vary: 'Accept-Encoding' }
    if (isKnown(c.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers: all })
    const coding = codingFor(c.req.header('Accept-Encoding'))
    const encoded: Record<string, string> = coding === 'identity' ? {} : { 'Content-Encoding': coding }
    const body = bodies[coding]
    return new Response(body, { headers: { ...all, ...encoded, 'Content-Length': String(body.length) } })
  }
}

async function prepare(make: () => Promise<string>): Promise<Ready> {
  const identity = new TextEncoder().encode(await make())
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, quality),
    promisify(gzip)(identity),
  ])
  return {
    etag: etagOf(identity),
    bodies: { br: new Uint8Array(br), gzip: new Uint8Array(zipped), identity },
  }
}
