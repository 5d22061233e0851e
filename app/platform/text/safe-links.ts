/**
 * Returns whether an address names a user. `https://shop.example@evil.example` seems to lead to the shop, but does not.
 */
export function namesUser(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/** Returns the address if a text may link to it (this site, http(s) without a user, or mailto); otherwise undefined. */
export function readHref(href: string): string | undefined {
  if (/^\/(?![/\\])/.test(href) || href.startsWith('#')) return href
  return /^(https?:\/\/|mailto:)[^\s]+$/i.test(href) && !namesUser(href) ? href : undefined
}
