import { getDomain } from 'tldts'

/**
 * Returns the origin of a website from a text such as 'www.example.co.uk/visit', or undefined if no vineyard may name this
 * website. '*.' means all subdomains. Plain http is allowed only for this computer, for trying the widget.
 */
export function readSite(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const address = /^[a-z][a-z0-9+.-]*:\/\//.test(typed) ? typed : `https://${typed}`
  const url = URL.parse(address)
  if (!url || url.username || url.password) return undefined
  if (/^(localhost|127\.0\.0\.1)$/.test(url.hostname))
    return /^https?:$/.test(url.protocol) ? url.origin : undefined
  const isAllowed = url.protocol === 'https:' && publicName.test(url.hostname) && hasOneOwner(url.hostname)
  return isAllowed ? url.origin : undefined
}

/** Matches a domain with a dot. IP addresses do not match, because their last part is a number. */
const publicName = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Returns false for a public suffix such as co.uk or github.io, below which anybody can register (publicsuffix.org). */
function hasOneOwner(hostname: string): boolean {
  const options = { allowPrivateDomains: true, validateHostname: false }
  return getDomain(hostname.replace(/^\*\./, ''), options) !== null
}
