import type { PageShape } from '../ui/page/staff-skeleton.tsx'

/** By the last segment of the path; most pages are lists. */
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
  // The page of one row has panels.
  return shapes[last] ?? (/^[0-9a-f-]{36}$/.test(last) ? 'panels' : 'list')
}
