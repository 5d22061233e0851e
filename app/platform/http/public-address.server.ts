import ipaddr from 'ipaddr.js'

/** The IPv6 network that is given out; what lies outside it is nobody's yet. */
const given6 = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is one that anybody on the internet can be reached at (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  // Only the written forms that a resolver returns: "0x7f.1" and zones are refused.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false
  const known = ipaddr.parse(address)
  return known.range() === 'unicast' && (known.kind() === 'ipv4' || known.match(given6))
}

/** Whether a URL names this machine or a private network in so many words; names are resolved only when it is read. */
export function namesPrivateNetwork(url: string): boolean {
  // The parser has already turned decimal, octal and hexadecimal forms into the usual one.
  const host = (URL.parse(url)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return ipaddr.isValid(host) ? !isPublicAddress(host) : /(^|\.)localhost$/.test(host)
}
