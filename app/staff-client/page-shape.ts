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
  const query = new URLSearchParams(search)
  if (query.has('new')) return 'form'
  // Only the month of the calendar is a grid.
  if (last === 'calendar' && /^(day|week)$/.test(query.get('view') ?? '')) return 'list'
  // The path of a single row's page ends with an id. Such a page consists of panels.
  return shapes[last] ?? (/^[0-9a-f-]{36}$/.test(last) ? 'panels' : 'list')
}
