import { siteName } from '../ui/head.ts'
import type { Post } from './blog.server.ts'
import { plainTextOf } from './document.ts'

/** A post as schema.org understands it, agreeing with what its page shows; `path` is that page's. */
export function structuredPost(post: Post, path: string, at: (path: string) => string): object {
  const words = plainTextOf(post.body.content).match(/\S+/g)?.length ?? 0
  return {
    '@type': 'Article',
    headline: post.title,
    description: post.summary ?? undefined,
    image: post.cover_image_url ? [at(post.cover_image_url)] : undefined,
    datePublished: post.published_at.toISOString(),
    dateModified: new Date(Math.max(+post.updated_at, +post.published_at)).toISOString(),
    author: { '@type': 'Organization', name: post.author ?? siteName },
    publisher: { '@type': 'Organization', name: siteName, url: at('/') },
    mainEntityOfPage: at(path),
    keywords: post.tags.join(', ') || undefined,
    wordCount: words,
    inLanguage: 'en-GB',
  }
}
