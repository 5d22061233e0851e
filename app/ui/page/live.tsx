import { createElement, type ReactNode } from 'react'

/**
 * Content that needs the database, such as open days. Cached pages show `instead` while the database is away. The content is in a
 * custom element, by which the page cache finds it in the HTML.
 */
export function Live({ instead, children }: { instead: string; children: ReactNode }) {
  return createElement('live-part', { 'data-instead': instead }, children)
}

const livePart = /<live-part data-instead="([^"]*)">.*?<\/live-part>/gs

/** Returns the HTML with live parts replaced by their fallbacks. */
export function withoutLive(html: string): string {
  return html.replaceAll(livePart, '<span class="soft">$1</span>')
}
