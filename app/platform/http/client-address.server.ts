import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'

/** Loopback, and what companies and containers use inside. */
const knownNetworks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
}

/** Reads the names, addresses and networks that may speak for others; undefined where one of them is none. */
export function readProxies(list: string): BlockList | undefined {
  const proxies = new BlockList()
  const words = list.split(/[\s,]+/).filter((word) => word !== '' && word !== 'none')
  for (const network of words.flatMap((word) => knownNetworks[word] ?? [word])) {
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
 * Where a request comes from. `X-Forwarded-For` is believed from its end, as far as each who added to it is trusted: what
 * a visitor writes into it stands before what a proxy saw. Somebody's IPv6 network counts as one address, because whoever
 * has one address of it has all of them.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = plain(peer)
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    if (!holds(trusted, address)) break
    const next = plain(hop.trim())
    if (isIP(next) === 0) break
    address = next
  }
  return isIP(address) === 6 ? networkOf(address) : address
}

function holds(trusted: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Without brackets, port and zone, and IPv4 as itself. */
function plain(address: string): string {
  if (/^[\d.]+$/.test(address)) return address
  const bare = address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** The first 64 bits, written in one way only. */
function networkOf(address: string): string {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}

const known = 'client_address'

/** The same for a request that Hono answers, looked for once. One that came without a network came from this very process. */
export function clientAddressOf(c: Context, trusted: BlockList): string {
  const found: string | undefined = c.get(known)
  if (found !== undefined) return found
  const env = c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined
  const address = clientAddress(
    env?.incoming?.socket.remoteAddress ?? '127.0.0.1',
    c.req.header('X-Forwarded-For'),
    trusted,
  )
  c.set(known, address)
  return address
}
