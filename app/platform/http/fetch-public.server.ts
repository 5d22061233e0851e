import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isPublicAddress } from './public-address.server.ts'
import { ok, type Result, refused } from '../result.ts'

export type FetchProblem =
  | 'unknown_host'
  | 'not_public'
  | 'unreachable'
  | 'slow'
  | 'large'
  | 'redirects'
  | 'refused'

/** What came: a text with its tags, or word that nothing has changed since those. */
export type Fetched =
  | { changed: true; text: string; etag: string | null; last_modified: string | null }
  | { changed: false }

export type CacheValidators = { etag: string | null; last_modified: string | null }

/** How names become addresses, and which addresses may be asked; tests put their own in place. */
export type Network = {
  resolve: (
    host: string,
    options: LookupAllOptions,
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void
  may: (address: string) => boolean
}

const internet: Network = { resolve: systemLookup, may: isPublicAddress }
const patience = 5000
const mostBytes = 2 * 1024 * 1024
const mostHops = 3
const leadsOn = new Set([301, 302, 303, 307, 308])

/**
 * Fetches a text from an address that somebody gave us, without being led to our own network: each name is resolved once
 * for each hop, every address it has is checked, and it is one of those that is connected to. Five seconds, 2 MB and three
 * redirects at most in all.
 */
export async function fetchPublic(
  url: string,
  seen: CacheValidators = { etag: null, last_modified: null },
  network: Network = internet,
): Promise<Result<Fetched, FetchProblem>> {
  const signal = AbortSignal.timeout(patience)
  try {
    let next = url
    for (let hops = 0; hops <= mostHops; hops++) {
      const response = await ask(next, seen, network, signal)
      const { statusCode = 0, headers } = response
      if (leadsOn.has(statusCode) && headers.location !== undefined) {
        response.destroy()
        next = new URL(headers.location, next).href
        continue
      }
      if (statusCode === 304) {
        response.destroy()
        return ok({ changed: false })
      }
      const encoding = headers['content-encoding'] ?? 'identity'
      if (statusCode !== 200 || encoding !== 'identity') {
        response.destroy()
        return refused('refused')
      }
      const text = await readText(response)
      const [etag, last_modified] = [headers.etag ?? null, headers['last-modified'] ?? null]
      return ok({ changed: true, text, etag, last_modified })
    }
    return refused('redirects')
  } catch (error) {
    return refused(signal.aborted ? 'slow' : problemOf(error))
  }
}

function ask(
  url: string,
  seen: CacheValidators,
  network: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { protocol, hostname, username, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const web = protocol === 'https:' || protocol === 'http:'
  // The ports of other services say nothing that we could read, and are not knocked at.
  if (!web || username !== '' || (port !== '' && Number(port) < 1024)) throw new Forbidden()
  // An address in place of a name is looked up nowhere.
  if (isIP(host) !== 0 && !network.may(host)) throw new Forbidden()

  const lookup: LookupFunction = (name, options, done) => {
    network.resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => network.may(address)))
        return done(new Forbidden(), [])
      const [{ address, family } = { address: '', family: 4 }] = addresses
      return options.all ? done(null, addresses) : done(null, address, family)
    })
  }
  const headers = {
    Accept: 'text/calendar, text/plain;q=0.5',
    'Accept-Encoding': 'identity',
    'User-Agent': 'ChalkAndVine/1 (calendar reader)',
    ...(seen.etag && { 'If-None-Match': seen.etag }),
    ...(seen.last_modified && { 'If-Modified-Since': seen.last_modified }),
  }
  const request = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((done, fail) => {
    // Without an agent each hop has a connection of its own, made after the check and never shared.
    request(url, { agent: false, lookup, headers, signal }, done).on('error', fail).end()
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) {
      response.destroy()
      throw new TooLarge()
    }
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

class Forbidden extends Error {}
class TooLarge extends Error {}

function problemOf(error: unknown): FetchProblem {
  if (error instanceof Forbidden) return 'not_public'
  if (error instanceof TooLarge) return 'large'
  const { code } = error as NodeJS.ErrnoException
  // A redirect to what is no address is the server's fault.
  if (code === 'ERR_INVALID_URL') return 'refused'
  return code === 'ENOTFOUND' || code === 'ENODATA' ? 'unknown_host' : 'unreachable'
}
