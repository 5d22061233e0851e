import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** Loopback, and the private networks of companies and containers. */
const knownNetworks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
}

/** Parses the trusted proxies (names, addresses, networks); undefined if one is not valid. */
export function readProxies(list: string): BlockList | undefined {
  const proxies = new BlockList()
  const names = list.split(/[\s,]+/).filter((name) => name !== '' && name !== 'none')
  for (const network of names.flatMap((name) => knownNetworks[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    const length = bits === undefined ? most : Number(bits)
    if (version === 0 || !/^\d+$/.test(String(length)) || length > most) return undefined
    proxies.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return proxies
}

/**
 * Returns the address of the client. Reads `X-Forwarded-For` from its end while each hop is a trusted proxy, because a
 * visitor can forge its beginning. An IPv6 /64 network counts as one address, because one customer has all of it.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  const address = wholeAddress(peer, forwardedFor, trusted)
  return isIP(address) === 6 ? networkOf(address) : address
}

function wholeAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = normalise(peer)
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    if (!contains(trusted, address)) break
    const next = normalise(hop.trim())
    if (isIP(next) === 0) break
    address = next
  }
  return address
}

/** Returns whether the other end of a connection is a trusted proxy. */
export function isTrusted(trusted: BlockList, peer: string | undefined): boolean {
  return contains(trusted, normalise(peer ?? ''))
}

function contains(trusted: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Removes brackets, port and zone, and unwraps an IPv4-mapped address. */
function normalise(address: string): string {
  if (/^[\d.]+$/.test(address)) return address
  const bare = address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*/, '')
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** Returns the first 64 bits in a canonical form. */
function networkOf(address: string): string {
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

const variable = 'client_address'

/** Returns the address of the client that sent a Hono request. Determines the address once per request. */
export function clientAddressOf(c: Context, trusted: BlockList): string {
  const found: string | undefined = c.get(variable)
  if (found !== undefined) return found
  const address = clientAddress(peerOf(c), c.req.header('X-Forwarded-For'), trusted)
  c.set(variable, address)
  return address
}

/** Returns whether the client itself is a trusted proxy, rather than a visitor behind a proxy. */
export function isFromTrusted(c: Context, trusted: BlockList): boolean {
  return contains(trusted, wholeAddress(peerOf(c), c.req.header('X-Forwarded-For'), trusted))
}

/** Returns the address at the other end of the connection. A request without a socket comes from this process. */
function peerOf(c: Context): string {
  const env = c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket.remoteAddress ?? '127.0.0.1'
}
