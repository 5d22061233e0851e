import { createHash, randomBytes } from 'node:crypto'

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
  const hashes = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => attributes.includes(mark) && !/\ssrc=/.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return { html: html.replaceAll(mark, ''), sources: [...new Set(hashes)] }
}
