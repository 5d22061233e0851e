import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

import { decodeText } from '../text/file-text.ts'
import { ok, type Result, refused } from '../result.ts'

export type FetchProblem =
  | 'unknown_host'
  | 'not_public'
  | 'unreachable'
  | 'slow'
  | 'large'
  | 'redirects'
  | 'refused'

/** The result of a fetch: a text with its validators, or a note that the text still matches the request's validators. */
export type Fetched =
  | { changed: true; text: string; etag: string | null; last_modified: string | null }
  | { changed: false }

export type CacheValidators = { etag: string | null; last_modified: string | null }

/** The only IPv6 network from which public addresses are assigned. */
const assignedIpv6 = ipaddr.parseCIDR('2000::/3')

/** Returns whether an IP address is public (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  // Accepts only the forms that a resolver returns, not "0x7f.1".
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(assignedIpv6))
}

/** Resolves host names and decides which addresses may be fetched; tests replace it. */
export type Network = {
  resolve: (
    host: string,
    options: LookupAllOptions,
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void
  isAllowed: (address: string) => boolean
}

const internet: Network = { resolve: systemLookup, isAllowed: isPublicAddress }

/** The internet and this machine, for development. */
export const internetAndLoopback: Network = {
  resolve: systemLookup,
  isAllowed: (address) => isPublicAddress(address) || ipaddr.parse(address).range() === 'loopback',
}

const timeout_ms = 5000
const maxBytes = 16 * 1024 * 1024
const maxRedirects = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * Fetches a text from a URL that a user gave, but never from a private network. At each hop, it resolves the host once, checks
 * all addresses and connects to one of them. Limits: five seconds, 16 MB and three redirects in all.
 */
export async function fetchPublic(
  url: string,
  validators: CacheValidators = { etag: null, last_modified: null },
  network: Network = internet,
): Promise<Result<Fetched, FetchProblem>> {
  const signal = AbortSignal.timeout(timeout_ms)
  try {
    let next = url
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const response = await send(next, { headers: headersFor(validators), signal }, network)
      const { statusCode = 0, headers } = response
      if (redirectStatuses.has(statusCode) && headers.location !== undefined) {
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

function headersFor({ etag, last_modified }: CacheValidators): Record<string, string> {
  return {
    Accept: 'text/calendar, text/plain;q=0.5',
    'Accept-Encoding': 'identity',
    'User-Agent': 'ChalkAndVine/1 (calendar reader)',
    ...(etag && { 'If-None-Match': etag }),
    ...(last_modified && { 'If-Modified-Since': last_modified }),
  }
}

/** Why a POST got no response. `certificate`: the server could not prove who it is. */
export type PostProblem = 'unknown_host' | 'not_public' | 'unreachable' | 'certificate' | 'slow'

const mostResponseBytes = 1024 * 1024

/**
 * Posts a text to a URL that a user gave, but never to a private network, and returns the status of the response. Follows
 * no redirects. Reads at most 1 MB of the response; if neither its end nor 1 MB arrives in time, the receiver is `slow`.
 */
export async function postPublic(
  url: string,
  { body, headers, timeout_ms }: { body: string; headers: Record<string, string>; timeout_ms: number },
  network: Network = internet,
): Promise<Result<{ status: number }, PostProblem>> {
  const signal = AbortSignal.timeout(timeout_ms)
  try {
    const response = await send(url, { method: 'POST', body, headers, signal }, network)
    let bytes = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > mostResponseBytes) break
    }
    return ok({ status: response.statusCode ?? 0 })
  } catch (error) {
    return refused(signal.aborted ? 'slow' : postProblemOf(error))
  }
}

function postProblemOf(error: unknown): PostProblem {
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test((error as NodeJS.ErrnoException).code ?? ''))
    return 'certificate'
  const found = problemOf(error)
  return found === 'unknown_host' || found === 'not_public' ? found : 'unreachable'
}

type Outgoing = { headers: Record<string, string>; signal: AbortSignal; method?: 'POST'; body?: string }

function send(url: string, { body, ...options }: Outgoing, network: Network): Promise<IncomingMessage> {
  const { protocol, hostname, username, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const web = protocol === 'https:' || protocol === 'http:'
  if (!web || username !== '' || isServicePort(port)) throw new Forbidden()
  // An IP address is never looked up, so it is checked here.
  if (isIP(host) !== 0 && !network.isAllowed(host)) throw new Forbidden()

  const lookup: LookupFunction = (name, options, done) => {
    network.resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => network.isAllowed(address)))
        return done(new Forbidden(), [])
      const [{ address, family } = { address: '', family: 4 }] = addresses
      return options.all ? done(null, addresses) : done(null, address, family)
    })
  }
  const request = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((done, fail) => {
    // Without an agent, no hop reuses a connection that was opened before the check.
    request(url, { ...options, agent: false, lookup }, done)
      .on('error', fail)
      .end(body)
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) {
      response.destroy()
      throw new TooLarge()
    }
    parts.push(part)
  }
  return decodeText(Buffer.concat(parts))
}

class Forbidden extends Error {}
class TooLarge extends Error {}

function problemOf(error: unknown): FetchProblem {
  if (error instanceof Forbidden) return 'not_public'
  if (error instanceof TooLarge) return 'large'
  const { code } = error as NodeJS.ErrnoException
  // A redirect to an invalid URL is the server's fault.
  if (code === 'ERR_INVALID_URL') return 'refused'
  return code === 'ENOTFOUND' || code === 'ENODATA' ? 'unknown_host' : 'unreachable'
}

/** Returns whether a port belongs to another service, such as 22 or 25. The URL parser leaves out 443 and 80. */
const isServicePort = (port: string) => port !== '' && Number(port) < 1024

/** The sentence that refuses a private address or localhost. */
export const privateAddress =
  'This address belongs to a private network. Please use one on the public internet.'

/**
 * Returns why a URL is refused before its host is resolved, or null. A port of another service, a private address and localhost
 * are refused.
 */
export function refuseAddress(url: URL): string | null {
  if (isServicePort(url.port)) return 'Please leave out the port, or use one from 1024 to 65535.'
  // The URL parser has normalised decimal, octal and hexadecimal addresses.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const isPrivate = ipaddr.isValid(host) ? !isPublicAddress(host) : /(^|\.)localhost$/.test(host)
  return isPrivate ? privateAddress : null
}
