import type { PageShape } from '../ui/page/staff-skeleton.tsx'

/** The shapes of pages by the last segment of their path. All other pages are lists. */
const shapes: Record<string, PageShape> = {
  dashboard: 'figures',
  reports: 'figures',
  calendar: 'month',
  availability: 'month',
  new: 'form',
  edit: 'form',
  create: 'form',
  import: 'form',
  privacy: 'form',
  vineyard: 'panels',
  system: 'panels',
}

/** Returns the skeleton that matches the page at a URL. */
export function shapeOf({ pathname, search }: { pathname: string; search: string }): PageShape {
  const last = pathname.split('/').at(-1) ?? ''
  if (new URLSearchParams(search).has('new')) return 'form'
  // The page of a single row, whose path ends with an id, has panels.
  return shapes[last] ?? (/^[0-9a-f-]{36}$/.test(last) ? 'panels' : 'list')
}
