import { hash, randomBytes } from 'node:crypto'

/** 128 bits nobody can guess, so that no stored text can carry them. */
export function freshNonce(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * The page as it can be kept for many, and a source for each script that stands in it. The nonce of this one rendering
 * tells the scripts that the router wrote from anything that came out of the database: a script without it is
 * not named, so it runs nowhere.
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`
  const sources = new Set<string>()
  let [kept, read] = ['', 0]
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, read)) {
    kept += html.slice(read, at)
    read = at + mark.length
    const inside = html.indexOf('>', read) + 1
    const tag = html.slice(html.lastIndexOf('<', at), inside)
    if (!tag.startsWith('<script ') || /\ssrc=/.test(tag)) continue
    const code = html.slice(inside, html.indexOf('</script>', inside))
    sources.add(`'sha256-${hash('sha256', code, 'base64')}'`)
  }
  return { html: kept + html.slice(read), sources: [...sources] }
}
