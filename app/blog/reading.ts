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
