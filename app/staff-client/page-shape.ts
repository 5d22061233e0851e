import type { ListShape, PageShape } from '../ui/page/staff-skeleton.tsx'

/** The shapes of pages by the last segment of their path. `shapeOf` decides about all other pages. */
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

/** The parts of each list, by the path of its page, or by the path's last segment if both staff areas have the list. */
const lists: Record<string, ListShape> = {
  '/admin/vineyards': {
    actions: 2,
    hasSearch: true,
    filters: 6,
    hasChoice: true,
    columns: 4,
    card: 'tall',
  },
  '/admin/experiences': { hasSearch: true, filters: 4, columns: 5, card: 'tall' },
  '/admin/winemakers': { hasSearch: true, filters: 2, columns: 6, card: 'tall' },
  '/admin/itineraries': { actions: 2, columns: 3, card: 'tall' },
  '/admin/blog': { actions: 1, hasOrder: true, columns: 3, card: 'short' },
  '/admin/claims': { filters: 1, columns: 1, card: 'row' },
  '/admin/mail': { hasSearch: true, filters: 1, columns: 5, card: 'tall' },
  '/admin/messages': { hasSearch: true, filters: 2, columns: 1, card: 'row' },
  '/admin/audit': { filters: 3, columns: 1, card: 'row' },
  bookings: {
    actions: 2,
    hasLongTitle: true,
    hasTabs: true,
    hasSearch: true,
    filters: 4,
    hasChoice: true,
    columns: 7,
    card: 'tall',
  },
  customers: { actions: 1, hasSearch: true, hasOrder: true, columns: 6, card: 'short' },
  reviews: { actions: 1, hasTabs: true, filters: 1, columns: 1, card: 'row' },
}

/** Returns the parts of the list at a URL, or undefined for other pages. */
export function listAt({ pathname }: { pathname: string }): ListShape | undefined {
  return lists[pathname] ?? lists[pathname.split('/').at(-1) ?? '']
}
