import { Feed, type Item } from 'feed'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { href, StaticRouter } from 'react-router'

import type { Post } from './blog.server.ts'
import { DocumentView } from './components/document-view.tsx'

/**
 * Returns the posts as RSS 2.0 or Atom, newest first. Leaves out vineyard cards, because copies of them
 * would go out of date.
 */
export function writeFeed(posts: Post[], siteUrl: string, format: 'rss' | 'atom'): string {
  const at = (path: string) => new URL(path, siteUrl).href
  const times = posts.flatMap(({ updated_at, published_at }) => [
    updated_at.getTime(),
    published_at.getTime(),
  ])
  const feed = new Feed({
    id: at(href('/blog')),
    link: at(href('/blog')),
    title: 'Chalk & Vine: the blog',
    description: 'Notes on visiting UK vineyards: seasons, tours, tastings and what is in the glass.',
    language: 'en-GB',
    copyright: '',
    updated: times.length === 0 ? undefined : new Date(Math.max(...times)),
    feedLinks: {
      rss: at(href('/blog/feed/:format', { format: 'rss' })),
      atom: at(href('/blog/feed/:format', { format: 'atom' })),
    },
  })
  for (const post of posts) {
    const link = at(href('/blog/:slug', { slug: post.slug }))
    const view = createElement(DocumentView, { document: post.body, mention: () => null })
    const html = renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, view))
    feed.addItem({
      id: link,
      link,
      title: post.title,
      description: post.summary ?? undefined,
      content: html.replaceAll(/(href|src)="\/(?!\/)/g, `$1="${siteUrl}/`),
      ...(post.author && writtenBy(post.author, format)),
      category: post.tags.map((name) => ({ name })),
      date: post.published_at,
      published: post.published_at,
    })
  }
  return format === 'rss' ? feed.rss2() : feed.atom1()
}

/** Returns the author. RSS 2.0 allows only an email address in `<author>`, so the name goes into Dublin Core's `creator`. */
function writtenBy(name: string, format: 'rss' | 'atom'): Pick<Item, 'author' | 'extensions'> {
  if (format === 'atom') return { author: [{ name }] }
  const dublinCore = { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }
  return { extensions: [{ name: 'dc:creator', objects: { _attributes: dublinCore, _text: name } }] }
}
