/** Characters; our own URLs are shorter. */
const longest = 2000

/**
 * Returns a path of this site with its query and hash, or `fallback` if `requested` could lead to another site.
 * `//evil.example`, `/\evil.example`, `/%2Fevil.example` and `/x/..//evil.example` all name another host to some reader.
 */
export function returnPath(requested: string | null | undefined, fallback: string): string {
  if (!requested || requested.length > longest || !staysHere(requested)) return fallback
  const { pathname, search, hash } = new URL(requested, 'http://here.invalid')
  const path = pathname + search + hash
  return staysHere(path) ? path : fallback
}

/** Whether neither a browser nor a proxy that decodes it could read a host in this path. */
function staysHere(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(path) || !path.isWellFormed()) return false
  const [pathname = ''] = path.split(/[?#]/)
  const plain = decode(pathname)
  return plain !== undefined && (plain === pathname || staysHere(plain))
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
