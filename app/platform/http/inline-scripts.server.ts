import { hash, randomBytes } from 'node:crypto'

/** Returns 128 random bits in base64url, which stored text cannot contain by chance. */
export function freshNonce(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * Returns the page without the nonce, and a content policy source for each inline script that had the nonce. A script from
 * stored text lacks the nonce of this rendering, so the policy does not name it and no browser runs it.
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const attribute = ` nonce="${nonce}"`
  const sources = new Set<string>()
  let [result, read] = ['', 0]
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, read)) {
    result += html.slice(read, at)
    read = at + attribute.length
    const inside = html.indexOf('>', read) + 1
    const tag = html.slice(html.lastIndexOf('<', at), inside)
    if (!tag.startsWith('<script ') || /\ssrc=/.test(tag)) continue
    const code = html.slice(inside, html.indexOf('</script>', inside))
    sources.add(`'sha256-${hash('sha256', code, 'base64')}'`)
  }
  return { html: result + html.slice(read), sources: [...sources] }
}
