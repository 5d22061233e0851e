import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Matches a link to a stylesheet. If a page and its layout need the same file, React Router links it again with `#`. */
const link = /<link [^>]*?rel="stylesheet"[^>]*? href="(\/assets\/[\w.$-]+\.css)#?"[^>]*?(?=\/?>)/g

/**
 * Returns the page with its stylesheets inside, so that it is drawn without another round trip. Also returns a content
 * policy source for each stylesheet. With `scheme`, the page has that colour scheme whatever the device prefers. The links stay
 * for React, but are disabled, so nothing is loaded twice.
 */
export function inlineStyles(
  html: string,
  scheme: 'light' | 'dark' | null = null,
): { html: string; sources: string[] } {
  const end = html.indexOf('</head>')
  if (end < 0) return { html, sources: [] }
  const sources = new Set<string>()
  const head = html.slice(0, end).replace(link, (tag, path: string) => {
    const style = styleAt(path, scheme)
    if (!style) return tag
    const isFirst = !sources.has(style.source)
    sources.add(style.source)
    return `${isFirst ? `<style>${style.css}</style>` : ''}${tag} disabled=""`
  })
  return { html: head + html.slice(end), sources: [...sources] }
}

const styles = new Map<string, { css: string; source: string } | null>()

/** Returns a stylesheet of this build, or null if there is no build, as in development. */
function styleAt(path: string, scheme: 'light' | 'dark' | null) {
  const key = `${path} ${scheme}`
  const known = styles.get(key)
  if (known !== undefined) return known
  let css: string | undefined
  try {
    css = inScheme(readFileSync(new URL(`../client${path}`, import.meta.url), 'utf8'), scheme)
  } catch {
    // Without the file, the page's link loads the stylesheet.
  }
  const style =
    css === undefined || css.includes('</style')
      ? null
      : { css, source: `'sha256-${hash('sha256', css, 'base64')}'` }
  styles.set(key, style)
  return style
}

function inScheme(css: string, scheme: 'light' | 'dark' | null): string {
  if (scheme === null) return css
  return css
    .replaceAll(/(screen and )?\(prefers-color-scheme:\s*dark\)/g, scheme === 'dark' ? 'screen' : 'not all')
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`)
}
