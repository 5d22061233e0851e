/** A post is a draft without an hour, scheduled before it and published from it on. */
export const mostTags = 8
export const longestTag = 40
const longestSlug = 120

/** The last part of a post's address, undefined for what can be none. */
export function readSlug(text: string): string | undefined {
  return text.length <= longestSlug && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : undefined
}

/** What a title suggests: 'Côtes & chalk!' as 'cotes-chalk'. Empty where it has no letter to keep. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\p{M}’']+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-+|-+$/g, '')
}

/** Tags as somebody writes them, parted by commas. */
export function readTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.replace(/\s+/g, ' ').trim().toLowerCase())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** What the list of posts is asked for; both stand in its address. Pages count from 1. */
export type BlogQuery = { tag: string | null; page: number }

/** '', '?tag=harvest', '?tag=harvest&page=2'. */
export function blogQuery({ tag, page }: BlogQuery): string {
  const query = new URLSearchParams()
  if (tag !== null) query.set('tag', tag)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '' : `?${query}`
}

/** Reads it from an address; what makes no sense is the first page of everything. */
export function readBlogQuery(params: URLSearchParams): BlogQuery {
  const tag = (params.get('tag') ?? '').normalize('NFC').trim().toLowerCase().slice(0, 41)
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  return { tag: tag === '' ? null : tag, page }
}
