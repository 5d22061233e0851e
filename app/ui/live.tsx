import { createElement, type ReactNode } from 'react'

/**
 * What is only said while the database can be asked, such as which day is free. A page that was kept and goes out while
 * it is away says `instead` in its place. An element of a name of its own, so that it is found in the page's text.
 */
export function Live({ instead, children }: { instead: string; children: ReactNode }) {
  return createElement('live-part', { 'data-instead': instead }, children)
}

const livePart = /<live-part data-instead="([^"]*)">.*?<\/live-part>/gs

/** A page's text with what stands in for its live parts. */
export function withoutLive(html: string): string {
  return html.replaceAll(livePart, '<span class="soft">$1</span>')
}
