/** No address of ours is longer, and a longer one is somebody's experiment. */
const longest = 2000

/**
 * Where somebody wanted to go before something else came between, as a path of this site with its query; the fallback
 * when it would lead anywhere else. `asked` comes from an address or a store and may be anybody's: `//evil.example`,
 * `/\evil.example`, `/%2Fevil.example` and `/x/..//evil.example` are all read as another host somewhere on their way.
 */
export function returnPath(asked: string | null | undefined, fallback: string): string {
  if (!asked || asked.length > longest || !staysHere(asked)) return fallback
  const { pathname, search, hash } = new URL(asked, 'http://here.invalid')
  const path = pathname + search + hash
  return staysHere(path) ? path : fallback
}

/** One slash, then anything that neither a browser nor a careless decoder on the way could take for a host. */
function staysHere(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(path) || !path.isWellFormed()) return false
  const [way = ''] = path.split(/[?#]/)
  const plain = decoded(way)
  return plain !== undefined && (plain === way || staysHere(plain))
}

function decoded(way: string): string | undefined {
  try {
    return decodeURIComponent(way)
  } catch {
    return undefined
  }
}
