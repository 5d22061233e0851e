import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are nobody's, somebody's own, or many's (RFC 6890 and what it leads to). */
const notPublic4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Of IPv6 only 2000::/3 is given out; these within it are not, or carry an IPv4 address that could be any. */
const notPublic6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closed4 = networks(notPublic4, 'ipv4')
const closed6 = networks(notPublic6, 'ipv6')
const open6 = networks(['2000::/3'], 'ipv6')

/** Whether an IP address is one that anybody on the internet could be asked at. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed4.check(address, 'ipv4')
  if (version === 6) return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
  return false
}

function networks(list: string[], version: 'ipv4' | 'ipv6'): BlockList {
  const found = new BlockList()
  for (const network of list) {
    const [address = '', bits] = network.split('/')
    found.addSubnet(address, Number(bits), version)
  }
  return found
}
