// A post without `published_at` is a draft. Before `published_at` a post is scheduled, afterwards it is published.

import { readPageNumber } from '../../explore/search/search-url.ts'

export const mostTags = 8
export const longestTag = 40
const longestSlug = 120

/** Returns the text if it is a valid slug of a post, and undefined otherwise. */
export function readSlug(text: string): string | undefined {
  return text.length <= longestSlug && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : undefined
}

/** Returns the slug for a title: 'cotes-chalk' for 'Côtes & chalk!', '' for a title without letters or digits. */
export function slugOf(title: string): string {
  return hyphenated(title.replace(/[’']+/g, '')).slice(0, longestSlug).replace(/-$/, '')
}

/** Returns the words of a text in lower case, without accents, joined by hyphens. */
export function hyphenated(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Returns the tags in a comma-separated text. */
export function readTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.replace(/\s+/g, ' ').trim().toLowerCase())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** The filters of the list of posts, as in the page's URL. Pages count from 1. */
export type BlogQuery = { tag: string | null; page: number }

/** Returns '', '?tag=harvest' or '?tag=harvest&page=2'. */
export function blogQuery({ tag, page }: BlogQuery): string {
  const query = new URLSearchParams()
  if (tag !== null) query.set('tag', tag)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '' : `?${query}`
}

/** Returns the filters in a URL, and whether the page number was corrected. A malformed page number gives page 1. */
export function readBlogQuery(params: URLSearchParams): BlogQuery & { corrected: boolean } {
  // Postgres rejects NUL.
  const typed = (params.get('tag') ?? '').replace(/\p{Cc}/gu, ' ')
  const tag = typed.normalize('NFC').trim().toLowerCase().slice(0, 41)
  return { tag: tag === '' ? null : tag, ...readPageNumber(params) }
}
